import type { Catalogue } from '../entry.js';

/** What `/clear`, `/checkpoint`, `/rollback`, `/undo` and `/export` say. Chinese. */
export const chineseConversation: Catalogue = {
  'clear-done': '对话已收起（{n} 行），我重新开始。`/rollback {name}` 可恢复；我的记忆保留。',
  'checkpoint-name': '检查点名称是不超过 {max} 个字符的词，例如 `/checkpoint 发布前`。',
  'checkpoint-done': '已保存为 `{name}`（目前 {n} 行）。`/rollback {name}` 回到这里。',
  'rollback-none': '此对话还没有检查点。用 `/checkpoint` 创建。',
  'rollback-which': '回到哪个点？之后的内容将不再属于对话。',
  'rollback-unknown': '这里没有检查点 `{name}`。`/rollback` 列出全部。',
  'rollback-done': '已回到 `{name}`：我看到此对话的 {n} 行。',
  'undo-taken': '上一轮对话不再计入。再次 `/undo` 去掉更前一轮。',
  'undo-nothing': '此对话没有可撤回的内容。',
  'undo-not-yours': '上一轮对话是别人的，只有其本人或管理员可以撤回。',
  'time-ago': '{elapsed} 前',
  'export-done': '这是我关于您的记忆。',
  'export-dm-only': '`/export` 请在与我的私聊中使用。',
};
