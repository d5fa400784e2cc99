import type { z } from 'zod';
import { readFrontMatter } from '../frontMatter.js';
import { MAX_PROMPT_CHARS, type Persona, personaFieldsSchema, personaIdSchema } from './persona.js';

export type PersonaReading =
  | { readonly ok: true; readonly persona: Persona }
  /** One sentence each, with the field that it is about. */
  | { readonly ok: false; readonly problems: readonly string[] };

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `there is no field ${issue.keys.join(', ')}`;
  const [field, place] = issue.path;
  const where = typeof place === 'number' ? `${String(field)}, entry ${place + 1}` : String(field);
  return `${where}: ${issue.message}`;
}

/**
 * Reads a persona's Markdown file: front matter, then its prompt.
 *
 * @param fileId the file's name without `.md`; an `id` in the front matter has to be the same
 */
export function readPersona(text: string, fileId: string): PersonaReading {
  const id = personaIdSchema.safeParse(fileId);
  if (!id.success) {
    return { ok: false, problems: [`the file's name is no id: ${id.error.issues[0]?.message ?? ''}`] };
  }
  const reading = readFrontMatter(text);
  if (!reading.ok) return { ok: false, problems: [reading.problem] };
  const problems: string[] = [];
  const fields = personaFieldsSchema.safeParse(reading.fields);
  if (!fields.success) problems.push(...fields.error.issues.map(describeIssue));
  const systemPrompt = reading.body.trim();
  if (systemPrompt === '') problems.push('prompt: nothing follows the front matter');
  if (systemPrompt.length > MAX_PROMPT_CHARS) {
    problems.push(`prompt: ${systemPrompt.length} characters, ${MAX_PROMPT_CHARS} are the limit`);
  }
  if (systemPrompt.includes('\0')) problems.push('prompt: it is not a text');
  if (fields.success && fields.data.id !== undefined && fields.data.id !== fileId) {
    problems.push(`id: "${fields.data.id}" is not the file's name "${fileId}"`);
  }
  if (!fields.success || problems.length > 0) return { ok: false, problems };
  const { id: _, ...known } = fields.data;
  return { ok: true, persona: { ...known, id: fileId, systemPrompt } };
}
