import { z } from 'zod';
import { readFrontMatter } from '../frontMatter.js';

/** Bounds on one skill, in characters. Descriptions as in the common SKILL.md format. */
export const MAX_SKILL_CHARS = 40_000;
const MAX_DESCRIPTION_CHARS = 1024;
const MAX_NAME_CHARS = 100;

const permissionsSchema = z.object({
  fileSystem: z.boolean().optional(),
  network: z.boolean().optional(),
  codeExecution: z.boolean().optional(),
  externalServices: z.boolean().optional(),
  secrets: z.boolean().optional(),
  browserAutomation: z.boolean().optional(),
});

/** A list, or one text with commas. */
const wordsSchema = z
  .union([
    z.array(z.union([z.string(), z.number()]).transform(String)),
    z.string().transform((text) => text.split(',')),
  ])
  .transform((words) => words.map((word) => word.trim()).filter((word) => word !== ''));

/** The known fields of a skill's front matter, each by itself: one that cannot be read is as good as none. */
const fieldsSchema = z.object({
  name: z.string().trim().min(1).max(MAX_NAME_CHARS).optional().catch(undefined),
  description: z.string().trim().min(1).max(MAX_DESCRIPTION_CHARS).optional().catch(undefined),
  scope: z.enum(['personal', 'workspace', 'team', 'enterprise']).optional().catch(undefined),
  promoted_from: wordsSchema.optional().catch(undefined),
  permissions: permissionsSchema.optional().catch(undefined),
  category: z.string().trim().min(1).max(60).optional().catch(undefined),
  triggers: wordsSchema.optional().catch(undefined),
  tags: wordsSchema.optional().catch(undefined),
  /** Tools without which the skill is of no use. */
  requires_tools: wordsSchema.optional().catch(undefined),
});
export type SkillFields = z.output<typeof fieldsSchema>;

/** A SKILL.md as it was read. */
export interface SkillText {
  /** As people call it. */
  readonly name: string;
  readonly description: string;
  readonly category: string | null;
  readonly triggers: readonly string[];
  readonly tags: readonly string[];
  readonly requiresTools: readonly string[];
  /** What it tells to do, Markdown. */
  readonly body: string;
  /** The whole file. */
  readonly text: string;
}

export type SkillReading =
  | { readonly ok: true; readonly skill: SkillText }
  /** One sentence each, for whoever wrote the file. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** The known fields of a text's front matter that can be read; none of a block without an end (spec runtime 7.14). */
export function parseFrontmatter(text: string): SkillFields {
  const reading = readFrontMatter(text);
  return fieldsSchema.parse(reading.ok ? reading.fields : {});
}

/**
 * Reads a SKILL.md of the common format. Fields that are not known stay in its text and do no harm.
 *
 * @param slug name of its folder, for a file that names itself nowhere
 */
export function readSkill(text: string, slug: string): SkillReading {
  if (text.length > MAX_SKILL_CHARS) {
    return { ok: false, problems: [`it is longer than ${MAX_SKILL_CHARS.toLocaleString('en-US')} characters`] };
  }
  if (text.includes('\0')) return { ok: false, problems: ['it is not a text'] };
  const reading = readFrontMatter(text);
  if (!reading.ok) return { ok: false, problems: [reading.problem] };
  const fields = fieldsSchema.parse(reading.fields);
  const body = reading.body.trim();
  const problems: string[] = [];
  const wrong = (name: keyof SkillFields) => Object.hasOwn(reading.fields, name) && fields[name] === undefined;
  if (wrong('name')) problems.push(`the field name must be a text of at most ${MAX_NAME_CHARS} characters`);
  if (fields.description === undefined) {
    problems.push(`the field description must be a text of 1 to ${MAX_DESCRIPTION_CHARS} characters`);
  }
  for (const name of ['triggers', 'tags', 'requires_tools'] as const) {
    if (wrong(name)) problems.push(`the field ${name} must be a list of words`);
  }
  if (body === '') problems.push('nothing follows the front matter: a skill has to say what to do');
  const { description } = fields;
  if (problems.length > 0 || description === undefined) return { ok: false, problems };
  return {
    ok: true,
    skill: {
      name: fields.name ?? slug,
      description: oneLine(description),
      category: fields.category ?? null,
      triggers: (fields.triggers ?? []).map(oneLine),
      tags: (fields.tags ?? []).map(oneLine),
      requiresTools: fields.requires_tools ?? [],
      body,
      text,
    },
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
