/** What a model costs, USD per 1,000 tokens. */
export interface ModelPrice {
  readonly inputPer1k: number;
  readonly outputPer1k: number;
}

export type PriceTable = Readonly<Record<string, ModelPrice>>;

const SONNET: ModelPrice = { inputPer1k: 0.003, outputPer1k: 0.015 };
const HAIKU: ModelPrice = { inputPer1k: 0.00025, outputPer1k: 0.00125 };
const OPUS: ModelPrice = { inputPer1k: 0.015, outputPer1k: 0.075 };

/** The contract's prices (agent runtime 11), as it has them. */
export const DEFAULT_MODEL_PRICING: PriceTable = {
  'claude-sonnet-4-6': SONNET,
  'claude-sonnet-4-20250514': SONNET,
  'claude-3-5-sonnet-20241022': SONNET,
  'claude-haiku-3-5': HAIKU,
  'claude-3-5-haiku-20241022': HAIKU,
  'claude-opus-4-6': OPUS,
};

/** What a model that nobody knows is billed at: rather too much than too little. */
export const UNKNOWN_MODEL_PRICE = SONNET;

export const FREE: ModelPrice = { inputPer1k: 0, outputPer1k: 0 };

/** Model ids that begin like this run on a machine of one's own. */
export const LOCAL_PREFIXES: readonly string[] = ['ollama/', 'ollama_chat/', 'local/'];
