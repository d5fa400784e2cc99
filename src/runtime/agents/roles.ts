import type { Persona } from '../personas/persona.js';

/** What a sub-agent of a role can do and how it works (spec runtime 7.12; the last two serve the workflows of 7.11). */
export interface RolePreset {
  /** Names of tools; those that the turn does not have are left out. */
  readonly tools: readonly string[];
  readonly brief: string;
}

export const ROLE_PRESETS = {
  researcher: {
    tools: ['web_search', 'web_fetch', 'search_memory', 'save_memory', 'read_file', 'search_files', 'search_content'],
    brief:
      'You find things out: several sources, each claim with its source, what is certain apart from what is likely.',
  },
  writer: {
    tools: ['read_file', 'write_file', 'edit_file', 'search_files', 'search_memory', 'save_memory', 'generate_docx'],
    brief: 'You write and revise texts for the reader and purpose named in the task. Deliver the text itself.',
  },
  coder: {
    tools: [
      'bash',
      'read_file',
      'write_file',
      'edit_file',
      'search_files',
      'search_content',
      'git_status',
      'git_diff',
      'git_log',
      'git_commit',
    ],
    brief: 'You change code: read before you write, keep changes small, run the tests and quote their output.',
  },
  analyst: {
    tools: [
      'bash',
      'read_file',
      'write_file',
      'search_files',
      'search_content',
      'web_search',
      'web_fetch',
      'search_memory',
    ],
    brief: 'You break a question into measurable parts, work with figures and show the trade-offs.',
  },
  reviewer: {
    tools: ['read_file', 'search_files', 'search_content', 'git_status', 'git_diff', 'git_log', 'search_memory'],
    brief: 'You look for what is wrong, missing or unproven. Name each finding with its place; do not praise.',
  },
  planner: {
    tools: [
      'create_plan',
      'add_plan_step',
      'execute_step',
      'show_plan',
      'search_memory',
      'save_memory',
      'read_file',
      'search_files',
    ],
    brief: 'You turn a goal into a few clear steps, each with its result and what it needs. You do not carry them out.',
  },
  synthesizer: {
    tools: ['read_file', 'search_memory'],
    brief: 'You make one text of several results: contradictions named, sources kept, nothing added.',
  },
  summarizer: {
    tools: ['read_file', 'search_memory'],
    brief: 'You shorten to what the reader needs: result first, then reasons, then what is open.',
  },
} as const satisfies Readonly<Record<string, RolePreset>>;

export type RoleName = keyof typeof ROLE_PRESETS;

/** The role whose tools the task itself names. */
export const CUSTOM_ROLE = 'custom';

/** For roles that nobody knows (spec runtime 7.12). */
const FALLBACK: RoleName = 'analyst';

export const ROLE_NAMES: readonly string[] = Object.keys(ROLE_PRESETS);

function isRole(name: string): name is RoleName {
  return Object.hasOwn(ROLE_PRESETS, name);
}

/** In front of a persona's id, for one that is named as a role is. */
const PERSONA_MARK = /^persona[:\s]\s*/;

/** What a role names: a preset, a persona, or a persona that there is not. */
export type RoleMeant =
  | ({ readonly kind: 'preset'; readonly role: string } & RolePreset)
  | { readonly kind: 'persona'; readonly role: string; readonly persona: Persona }
  | { readonly kind: 'unknown'; readonly role: string };

/**
 * What is meant by a role. A preset is, where both have the name, before a persona; `persona:` before the name says that the
 * persona is.
 */
export function roleMeant(
  role: string,
  tools: readonly string[],
  findPersona: (name: string) => Persona | null,
): RoleMeant {
  const name = role.trim().toLowerCase();
  const marked = name.replace(PERSONA_MARK, '');
  const isPreset = name === CUSTOM_ROLE || isRole(name);
  const persona = isPreset ? null : findPersona(marked.replace(/\s+/g, '-'));
  if (persona !== null) return { kind: 'persona', role: persona.id, persona };
  return marked === name ? { kind: 'preset', ...presetFor(role, tools) } : { kind: 'unknown', role: marked };
}

/** The role that is meant, and its preset; the role `custom` has tools of its own. */
function presetFor(role: string, tools: readonly string[] = []): { readonly role: string } & RolePreset {
  const name = role.trim().toLowerCase();
  if (name === CUSTOM_ROLE) return { role: CUSTOM_ROLE, tools, brief: 'You do the task with the tools that you have.' };
  const known = isRole(name) ? name : FALLBACK;
  return { role: known, ...ROLE_PRESETS[known] };
}
