import { z } from 'zod';

/** The model that built-ins suggest, and custom ones that name none (contract: agent runtime 7.1). */
export const USUAL_MODEL = 'claude-sonnet-4-6';

/** Below the contract's 4,000 characters. */
export const MAX_PROMPT_CHARS = 3_999;

/** Ids are commands with `_` for `-`, which every platform takes up to this length. */
const MAX_ID_CHARS = 32;
/** Words that `/persona` understands itself. */
const RESERVED: readonly string[] = ['about', 'all', 'auto', 'default', 'here', 'info', 'mine', 'none', 'off', 'page'];

/** Lower-case words of letters and digits with single hyphens between: never a path, always a command. */
export const personaIdSchema = z
  .string()
  .max(MAX_ID_CHARS, `at most ${MAX_ID_CHARS} characters`)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case letters and digits, with single hyphens between words')
  .refine((id) => !RESERVED.includes(id), 'a word that /persona understands itself');

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, 'one line');

const slugs = z.array(line(100)).max(50).default([]);
const tools = z
  .array(z.string().regex(/^[a-zA-Z0-9_*-]{1,64}$/, 'a tool name; * stands for any characters'))
  .max(100)
  .default([]);

/** The front matter of a persona: the contract's fields, by its names. Left out: empty. */
export const personaFieldsSchema = z.strictObject({
  id: personaIdSchema.exactOptional(),
  name: line(32),
  description: line(300).default(''),
  icon: line(16).default('👤'),
  modelPreference: line(200).default(USUAL_MODEL),
  /** The tools that it works with; none: those that suit its affinity. `*` stands for any characters. */
  tools,
  /** Taken away, whatever `tools` says. */
  disallowedTools: tools,
  isReadOnly: z.boolean().default(false),
  workspaceAffinity: slugs,
  suggestedCommands: z.array(z.string().regex(/^\/[a-z0-9_]{1,32}$/, 'a command such as /research')).default([]),
  defaultWorkflow: line(60).nullable().default(null),
  tagline: line(120).exactOptional(),
  bestFor: z.array(line(160)).max(5).default([]),
  wontDo: line(300).exactOptional(),
  failurePatterns: z.array(line(200)).max(5).default([]),
  suggestedSkills: slugs,
  suggestedConnectors: slugs,
  suggestedMcpServers: slugs,
});

/** A role that the assistant takes on: how it works, and with which tools (contract: agent runtime 7.1). */
export interface Persona extends Readonly<Omit<z.output<typeof personaFieldsSchema>, 'id'>> {
  readonly id: string;
  readonly systemPrompt: string;
}

/** The command that switches to a persona. */
export function commandOf({ id }: Pick<Persona, 'id'>): string {
  return id.replaceAll('-', '_');
}

/** The persona that only delegates, behind `WAGGLE_COORDINATOR_MODE`. */
export const COORDINATOR_ID = 'coordinator';

/** Whether it is for research: such turns may take more rounds (spec: turns and commands 5). */
export function isForResearch({ workspaceAffinity }: Pick<Persona, 'workspaceAffinity'>): boolean {
  return workspaceAffinity.includes('research');
}
