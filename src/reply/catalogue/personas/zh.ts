import type { Catalogue } from '../entry.js';

/** Personas, in Chinese. */
export const chinesePersonas: Catalogue = {
  'persona-which': '这里由哪个角色来回答？目前：{now}。',
  'persona-about-whom': '想进一步了解哪个角色？目前：{now}。',
  'persona-nobody': '没有',
  'persona-details': '详情',
  'persona-back': '返回',
  'persona-off': '恢复默认',
  'persona-read-only': '不做任何更改',
  'persona-best-for': '擅长：',
  'persona-wont-do': '不会做：',
  'persona-fails-by': '已知的弱点：',
  'persona-for-lane': '从现在起，本话题由 {name} 回答；`/persona off` 可恢复。',
  'persona-for-chat': '从现在起，这里由 {name} 回答；`/persona off` 可恢复。',
  'persona-for-person': '在没有另选角色的地方，由 {name} 回答你；`/persona off mine` 可恢复。',
  'persona-for-workspace': '在本工作区没有另选角色的地方，由 {name} 回答；`/persona off all` 可恢复。',
  'persona-now': '已恢复默认：这里由 {name} 回答。',
  'persona-now-nobody': '已恢复默认：这里没有选定角色。',
  'persona-admins': '整个群的角色由管理员选择。在话题里人人都可以选，`{command} 你的问题` 可单次提问。',
  'persona-admins-all': '整个工作区的选择由管理员决定。',
  'persona-unknown': '没有名为“{name}”的角色。`/personas` 可列出所有角色。',
};
