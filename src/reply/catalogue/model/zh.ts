import type { Catalogue } from '../entry.js';

/** What `/model`, `/stream` and `/compact` say. Chinese. */
export const chineseModel: Catalogue = {
  'model-chosen': '这里由模型 `{model}` 回答，是用 `/model` 选的。',
  'model-configured': '这里由模型 `{model}` 回答，由 `WAGGLE_MODEL` 设定。',
  'model-persona': '这里由模型 `{model}` 回答，是角色 {persona} 偏好的。',
  'model-default': '这里由模型 `{model}` 回答，是默认的。',
  'model-budget': '简短的消息交给 `{model}`；用 `/model` 选定后，全部交给所选的模型。',
  'model-list': '模型服务有 {n} 个模型：',
  'model-no-list': '模型服务不列出它的模型，所以任何名称我都接受。',
  'model-how': '`/model 名称` 选定一个，`/model off` 恢复。',
  'model-back': '恢复默认',
  'model-now-own': '从下一条消息起，在与我的每个私聊中都由 `{model}` 回答你。`/model off` 恢复。',
  'model-now-group': '从下一条消息起，本聊天由 `{model}` 回答。`/model off` 恢复。',
  'model-unchecked': '模型服务没有列出它，所以我无法核对名称。',
  'model-unknown': '模型服务没有模型 `{model}`；什么都没有改变。',
  'model-near': '你是指其中之一吗？',
  'model-see': '`/model` 会列出现有的模型。',
  'model-demo': '这里由演示模型回答，没有别的。要用真正的模型，请在我运行的地方设置 `LITELLM_URL`。',
  'model-gone': '这里选定的模型 `{model}` 已不再提供；由 `{other}` 回答。`/model` 可另选。',
  'stream-is-on': '回答边写边显示。`/stream off` 写完再显示。',
  'stream-is-off': '回答写完再显示。`/stream on` 边写边显示。',
  'stream-unknown': '请用 `/stream on` 或 `/stream off`。',
  'stream-on': '边写边显示',
  'stream-off': '写完再显示',
  'compact-done':
    '本次对话较早的部分已概括：{was} 行（约 {wasTokens} 个 token）变成 {n} 行（约 {tokens} 个）。需要长期保留的内容已事先存入记忆。',
  'compact-nothing': '还没有可概括的内容：{n} 行，约 {tokens} 个 token。',
  'compact-failed': '没有成功，对话保持原样。{why}',
  'error-compaction': '模型没有写出可用的概括。请再试一次。',
};
