/** How much guidance a model needs: `small` models get scaffolds and few frames, `frontier` models none and many. */
export type ModelTier = 'small' | 'mid' | 'frontier';

/** The contract's own patterns (agent runtime 9), on normalised names. They come before everything else. */
export const CONTRACT_TIERS: readonly (readonly [prefix: RegExp, tier: ModelTier])[] = [
  [/^claude-opus/, 'frontier'],
  [/^claude-(?:sonnet|haiku)/, 'mid'],
  [/^(?:gemma-4|qwen3(?:\.[56])?|llama-[34])(?![a-z\d])/, 'small'],
];

/**
 * Further families, from the vendors' public model pages as of 2026-11. The first that fits counts; a model that is not
 * here is `mid`.
 */
export const FURTHER_TIERS: readonly (readonly [pattern: RegExp, tier: ModelTier])[] = [
  [/^gpt-\d+(?:\.\d+)?-?(?:.*-)?nano/, 'small'],
  [/^gpt-\d+(?:\.\d+)?o?-?(?:.*-)?mini/, 'mid'],
  [/^gpt-oss/, 'small'],
  [/^gpt-(?:[5-9]|\d\d)/, 'frontier'],
  [/^o[1-9](?:-(?:pro|preview|20\d\d.*))?$/, 'frontier'],
  [/^gemini-.*flash-lite/, 'small'],
  [/^gemini-(?:2\.5|[3-9]).*-(?:pro|ultra)/, 'frontier'],
  [/^grok-[4-9](?!.*(?:fast|mini))/, 'frontier'],
  [/^(?:gemma|codegemma|medgemma|shieldgemma)/, 'small'],
  [/^qwen-?(?:\d(?:\.\d)?-)?(?:max|plus|turbo)/, 'mid'],
  [/^(?:qwen|qwq)/, 'small'],
  [/^(?:code-?llama|tiny-?llama|meta-llama|llama)/, 'small'],
  [/^(?:phi|smollm|granite|ministral|mistral-(?:7b|nemo|small)|olmo|falcon|yi)(?![a-z])/, 'small'],
];
