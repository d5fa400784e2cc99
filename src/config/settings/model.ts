import * as kind from '../kinds.js';
import type { Setting } from '../setting.js';

const model = kind.text('the id of a model that the endpoint offers');

/** Which model answers, and how it is reached. */
export const modelSettings = {
  litellmUrl: {
    name: 'LITELLM_URL',
    group: 'Model',
    kind: kind.web(),
    unset: 'the demo model, in the terminal and over HTTP only',
    summary: 'Base URL of an OpenAI-compatible endpoint; requests go to {base}/chat/completions, so it may end in /v1.',
  },
  litellmApiKey: {
    name: 'LITELLM_API_KEY',
    group: 'Model',
    kind: kind.key(),
    secret: true,
    unset: 'no key is sent',
    summary: 'Key for LITELLM_URL.',
  },
  openaiBaseUrl: {
    name: 'OPENAI_BASE_URL',
    group: 'Model',
    kind: kind.web(),
    unset: 'not used',
    summary: 'The same as LITELLM_URL, under the name that other tools use; LITELLM_URL wins.',
  },
  openaiApiKey: {
    name: 'OPENAI_API_KEY',
    group: 'Model',
    kind: kind.key(),
    secret: true,
    unset: 'no key is sent',
    summary: 'Key for OPENAI_BASE_URL; never sent to LITELLM_URL.',
  },
  model: {
    name: 'WAGGLE_MODEL',
    group: 'Model',
    kind: model,
    default: 'claude-sonnet-4-6',
    summary: 'The model that answers.',
  },
  budgetModel: {
    name: 'WAGGLE_BUDGET_MODEL',
    group: 'Model',
    kind: model,
    unset: 'off',
    summary: 'A cheaper model for short, simple messages.',
  },
  vision: {
    name: 'WAGGLE_VISION',
    group: 'Model',
    kind: kind.choice('auto', 'on', 'off'),
    default: 'auto',
    summary:
      'Show the model the pictures that people send. auto: where its name is that of a family known to see them; on: whatever its name.',
  },
  embeddingModel: {
    name: 'WAGGLE_EMBEDDING_MODEL',
    group: 'Model',
    kind: kind.text('the id of a model that the endpoint offers, or file: and a folder'),
    unset: 'off: memory is searched by words and parts of words',
    summary:
      'Model for embeddings, so that memory is also searched by meaning; requests go to {base}/embeddings. Or file:FOLDER, a local model for transformers.js.',
  },
  embeddingWaitMs: {
    name: 'WAGGLE_EMBEDDING_WAIT_MS',
    group: 'Model',
    kind: kind.milliseconds(0),
    default: '300',
    summary:
      'How long a search of memory waits for the embedding of its question before it goes by words alone, in milliseconds.',
  },
  sttModel: {
    name: 'WAGGLE_STT_MODEL',
    group: 'Model',
    kind: model,
    unset: 'off',
    summary: 'Model of the endpoint that turns voice messages and recordings into text.',
  },
  ttsModel: {
    name: 'WAGGLE_TTS_MODEL',
    group: 'Model',
    kind: model,
    unset: 'off',
    available: false,
    summary: 'Model that reads answers aloud.',
  },
  llmTimeoutMs: {
    name: 'WAGGLE_LLM_TIMEOUT_MS',
    group: 'Model',
    kind: kind.milliseconds(1),
    default: '300000',
    summary: 'How long one model call may take, in milliseconds.',
  },
  maxAgentRounds: {
    name: 'WAGGLE_MAX_AGENT_ROUNDS',
    group: 'Model',
    kind: kind.integer('number of rounds', 1, 1000),
    default: '64',
    summary: 'How often one turn may call the model.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
