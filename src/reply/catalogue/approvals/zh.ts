import type { Catalogue } from '../entry.js';

/** What is said about approvals and about the questions that a turn waits for. Chinese. */
export const chineseApprovals: Catalogue = {
  'approval-ask': '**可以运行 `{tool}` 吗？**',
  'approval-cut': '*（已缩短；完整调用以文件发送。）*',
  'approval-how': {
    other:
      '由所有者或管理员决定，可在此处或与我的任何聊天中：`/approve {id}` 或 `/deny {id}`。{n} 分钟内没有回答则不执行。',
  },
  'approval-yes': '批准',
  'approval-no': '拒绝',
  'approval-approved': '{name} 已批准。',
  'approval-denied': '{name} 已拒绝。',
  'approval-expired': '无人及时回答：未执行。',
  'approval-stopped': '已停止：未执行。',
  'approval-open': '仍待回答。',
  'question-how': {
    other: '请在 {n} 分钟内在此回答。',
  },
  'question-answered': '{name}：{answer}',
  'question-expired': '没有及时收到回答。',
  'question-stopped': '已停止。',
  'question-open': '仍待回答。',
  'question-denied': '{name} 没有回答。',
  'question-taken': '已记下。',
  'question-unknown': '没有这个问题。',
  'question-none': '这里没有等待批准的事项。',
  'question-not-yours': '这由别人决定。',
  'question-over': '这已经决定了。{end}',
  'approval-usage':
    '哪一个？`/{command} ID` 决定我所问的事；ID 在问题下方。所有者也可用代码让人进来：`/{command} CODE`。',
  'approval-sure': '请按按钮决定。',
  'status-paused': '正在等待对 `{id}` 的回答（轮次 `{turn}`）：{what}',
  'status-asks-approval': '可以运行 `{tool}` 吗？',
  'status-asks': '向提问者提出的问题',
};
