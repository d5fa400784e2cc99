import type { Catalogue } from '../entry.js';

/** What `/model`, `/stream` and `/compact` say. English. */
export const englishModel: Catalogue = {
  'model-chosen': 'The model here is `{model}`, chosen with `/model`.',
  'model-configured': 'The model here is `{model}`, as `WAGGLE_MODEL` says.',
  'model-persona': 'The model here is `{model}`, which the persona {persona} prefers.',
  'model-default': 'The model here is `{model}`, the default.',
  'model-budget': 'Short, simple messages go to `{model}`; with `/model` all go to the one that you choose.',
  'model-list': { one: 'The model service has {n} model:', other: 'The model service has {n} models:' },
  'model-no-list': 'The model service does not list its models, so I take any name.',
  'model-how': '`/model NAME` chooses one, `/model off` goes back.',
  'model-back': 'Back to the default',
  'model-now-own':
    'From the next message on `{model}` answers you, in every direct chat with me. `/model off` goes back.',
  'model-now-group': 'From the next message on `{model}` answers in this chat. `/model off` goes back.',
  'model-unchecked': 'The model service does not list it, so I could not check the name.',
  'model-unknown': 'The model service has no model `{model}`; nothing was changed.',
  'model-near': 'Did you mean one of these?',
  'model-see': '`/model` lists those that it has.',
  'model-demo': 'The demo model answers here, and there is no other. Set `LITELLM_URL` where I run to have real ones.',
  'model-gone':
    'The model `{model}` that was chosen here is no longer offered; `{other}` answers. `/model` chooses another.',
  'stream-is-on': 'Answers show while I write them. `/stream off` shows them once they are finished.',
  'stream-is-off': 'Answers show once they are finished. `/stream on` shows them while I write them.',
  'stream-unknown': 'That is `/stream on` or `/stream off`.',
  'stream-on': 'While I write',
  'stream-off': 'Once finished',
  'compact-done':
    'The earlier part of this conversation is summed up: {was} lines (about {wasTokens} tokens) became {n} (about {tokens}). What should last I saved to memory before.',
  'compact-nothing': {
    one: 'There is nothing to sum up yet: {n} line, about {tokens} tokens.',
    other: 'There is nothing to sum up yet: {n} lines, about {tokens} tokens.',
  },
  'compact-failed': 'That did not work, and the conversation is unchanged. {why}',
  'error-compaction': 'The model did not write a usable summary. Please try again.',
};
