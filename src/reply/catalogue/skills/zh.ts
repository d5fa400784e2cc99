import type { Catalogue } from '../entry.js';

/** Skills and workflows as commands, in Chinese. */
export const chineseSkills: Catalogue = {
  'skill-saved': '已存为技能：**{name}**。{description}',
  'skill-improved': '我改进了技能 **{name}**。{description}',
  'skill-keep': '保留',
  'skill-discard': '放弃',
  'skill-kept': '已保留：**{name}**。合适时我会使用；`/skills show {name}` 可查看。',
  'skill-discarded': '已放弃：**{name}**。',
  'skill-put-back': '已放弃。**{name}** 恢复为之前的样子。',
  'skill-changed': '**{name}** 此后已被修改，因此未作改动。`/skills history {name}` 列出各版本。',
  'skill-unknown': '这里没有技能 **{name}**。',
  'skill-not-own': '**{name}** 是我自带的或由运营者提供；只能修改自己的技能。',
  'skill-admins-only': '在群组中只有管理员能修改技能。在我们的私聊中，您有自己的技能。',
  'skill-deleted': '已删除：**{name}**。`/skills use {name} {version}` 可恢复。',
  'skill-in-use': '现在开始使用：**{name}**。',
  'skill-no-version': '**{name}** 没有这个版本。`/skills history {name}` 列出各版本。',
  'skill-history': '**{name}** 的版本：',
  'skill-version-used': '使用中',
  'skill-shared': '现在这里的所有人都可以使用 **{name}**。',
  'skill-owner-only': '只有我的所有者可以把技能分享给所有人。',
  'skills-none': '没有合适的技能。`/skills` 列出全部。',
  'skills-page': '第 {page} 页，共 {pages} 页',
  'skills-hint': '`/skills 关键词` 搜索，`/skills show 名称` 查看，`/名称 任务` 按其工作（`-` 写作 `_`）。',
  'skills-broken': '无法使用：**{name}**：{problems}',
  'command-needs': '请在命令后说明内容：`/{command} {usage}`',
  'command-alone': '`/{command}` 要单独发送；后面带有文字时我什么也不做。请先发送 `/{command}`，再发送您还想说的话。',
};
