/** What a fact is about (spec: turns and commands 7). */
export const FACT_SCOPES = ['user', 'preference', 'environment', 'project', 'tool', 'general'] as const;
export type FactScope = (typeof FACT_SCOPES)[number];

/** Bound on a key, in characters. */
export const MAX_FACT_KEY_CHARS = 100;

/**
 * Makes a frame a fact: its content is `key: value`, and at one place its owner has one frame in force for the key. Whose it is
 * belongs to the key: in a direct chat everything is the person's; in a group what is about a person is theirs, the rest the chat's.
 */
export interface FactName {
  /** As `factKeyOf` gives it. */
  readonly key: string;
  readonly about: FactScope;
}

/** The form in which keys are compared and kept. */
export function factKeyOf(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
}

/** What a fact's frame says. */
export function factText(key: string, value: string): string {
  return `${key}: ${value.trim()}`;
}

/** The value of a fact, out of what its frame says. */
export function factValue(key: string, content: string): string {
  const lead = `${key}:`;
  return content.startsWith(lead) ? content.slice(lead.length).trim() : content;
}
