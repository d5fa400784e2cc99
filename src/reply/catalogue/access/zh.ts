import type { Catalogue } from '../entry.js';

/** What access says: limits, `/pair`, `/allow`. Chinese. */
export const chineseAccess: Catalogue = {
  'rate-messages': '一分钟内的消息超过了 {max} 条。最后一条我没有读，{elapsed}内也不再读取；请届时重新发送。',
  'rate-turns': '一小时内的提问超过了 {max} 个。最后一个我没有读，{elapsed}内也不再接受；请届时重新发送。',
  'private-only': '这只在我们之间：请在私聊中给我发送 `/{command}`。',
  'whoami-here': '您在这里是 **{role}**。私聊中的 `/whoami` 会说得更多。',
  'pair-known': '您已获准：我认识您，角色是 **{role}**。',
  'allow-groups-only': '`/allow here` 用于群组：它让群里所有人都能和我对话。在这里，`/approve CODE` 放行一个人。',
  'allow-usage':
    '`/allow here` 放行本聊天的所有人，`/allow here server` 放行整个服务器或工作区；默认为访客，末尾加 `member` 则为成员。`/allow off` 和 `/allow off server` 取消放行。',
  'allow-closed': '在这里我只回答我认识的人。',
  'allow-open-mode': '我本来就回答所有人：我是这样配置的。',
  'allow-chat': '本聊天的所有人都可以和我对话，角色是 **{role}**。',
  'allow-server': '本服务器的所有人都可以和我对话，角色是 **{role}**。',
  'allow-as-guest': '访客可以向我提问，但不能使用会更改内容的命令。',
  'allow-as-member': '成员还可以使用记忆、技能和角色的命令。',
  'allow-was-closed': '本来就没有放行。',
  'allow-no-server': '本聊天不属于任何服务器或工作区。`/allow here` 放行本聊天。',
};
