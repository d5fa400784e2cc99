import { z } from 'zod';
import type { JournalStep } from '../../core/journal.js';

/** Tools that save skills in a background job. */
export const CREATE_SKILL_TOOL = 'create_skill';

const savedSchema = z.object({
  saved: z.object({
    outcome: z.enum(['created', 'updated', 'unchanged']),
    slug: z.string(),
    version: z.number().int(),
    description: z.string(),
  }),
});
export type SavedSkill = z.infer<typeof savedSchema>['saved'];

/** What a saving tool returns. */
export function savedResult(saved: SavedSkill): z.infer<typeof savedSchema> & { readonly note: string } {
  const note = {
    created: 'Saved as a new skill.',
    updated: 'Saved as a new version of that skill.',
    unchanged: 'That is what the skill says already; nothing changed.',
  }[saved.outcome];
  return { saved, note };
}

/** The last change that a job made to each skill, in order: what its chat is told. */
export function savedSkillsIn(journal: readonly JournalStep[]): readonly SavedSkill[] {
  const bySlug = new Map<string, SavedSkill>();
  for (const step of journal) {
    if (step.type !== 'toolEnd' || step.name !== CREATE_SKILL_TOOL || step.failed) continue;
    const { data } = savedSchema.safeParse(parseJson(step.result));
    if (data === undefined || data.saved.outcome === 'unchanged') continue;
    const first = bySlug.get(data.saved.slug);
    bySlug.set(data.saved.slug, { ...data.saved, outcome: first?.outcome ?? data.saved.outcome });
  }
  return [...bySlug.values()];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
