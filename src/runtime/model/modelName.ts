/** Vendors that stand before a model's name with a dot (Bedrock: `us.anthropic.claude-...`). */
const VENDOR = /^(?:[a-z]{2,6}\.)?(?:anthropic|meta|mistral|google|qwen|openai|deepseek|amazon|cohere)\./;

/** Families that are written with and without a dash before the number: `llama3.2` is `llama-3.2`. */
const UNDASHED = /^(llama|gemma|phi|claude|gpt)(?=\d)/;

/**
 * A model's id in one form, so that tables need only that one: lower case, without the path of providers before it
 * (`openrouter/qwen/qwen3-30b`), a tag joined by a dash (`llama3.2:3b` is `llama-3.2-3b`).
 */
export function normalizeModelName(model: string): string {
  const last = model.trim().toLowerCase().split('/').at(-1) ?? '';
  return last.replace(VENDOR, '').replaceAll(':', '-').replace(UNDASHED, '$1-');
}

/** Whether a model is one of Anthropic's, whoever serves it: these take `cache_control` breakpoints. */
export function isClaude(model: string): boolean {
  return normalizeModelName(model).startsWith('claude-');
}
