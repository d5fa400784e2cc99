/**
 * Context windows in tokens by model family, from the vendors' model pages as of 2026-11. The first prefix that fits the model's
 * id (without provider) counts. An endpoint may allow less; compaction starts at half of it.
 */
export const MODEL_WINDOWS: readonly (readonly [prefix: string, tokens: number])[] = [
  ['claude-', 200_000],
  ['gpt-4o', 128_000],
  ['gpt-4.1', 1_000_000],
  ['gpt-5', 400_000],
  ['o3', 200_000],
  ['o4', 200_000],
  ['gemini-', 1_000_000],
  ['gemma-', 128_000],
  ['qwen3', 128_000],
  ['llama-4', 128_000],
  ['llama-3', 128_000],
  ['mistral-large', 128_000],
  ['deepseek-', 128_000],
  ['waggle-demo', 128_000],
];

/** Small enough for most local models. */
export const UNKNOWN_WINDOW = 32_000;
