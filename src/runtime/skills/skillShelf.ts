import { join } from 'node:path';
import { scanForInjection } from '../safety/scanForInjection.js';
import type { BrokenSkill, Skill, SkillSource } from './skill.js';
import { type FileStamp, foldersIn, readSkillFile, stampOf } from './skillFolder.js';
import { isSlug } from './skillNames.js';
import { readSkill } from './skillText.js';

/** Skills that are read of one shelf. */
const MAX_SKILLS = 300;

/** What stands on one shelf, by slug. */
export interface ShelfContent {
  readonly skills: readonly Skill[];
  readonly broken: readonly BrokenSkill[];
}

/** A folder of skills. */
export interface SkillShelf {
  /** What stands there now: a changed file counts from the next reading on. */
  read(): Promise<ShelfContent>;
}

type Entry = { readonly stamp: FileStamp; readonly found: Skill | BrokenSkill };

/**
 * The skills in the folders of a folder. What does not come with the product is scanned: a skill tells the model what to do, so one
 * that tries to turn it against its people is not used, however it came there.
 */
export function createSkillShelf(root: string, source: SkillSource): SkillShelf {
  let known = new Map<string, Entry>();

  const load = async (slug: string): Promise<Skill | BrokenSkill | null> => {
    const folder = join(root, slug);
    const stamp = await stampOf(folder);
    if (stamp === null) return null;
    const earlier = known.get(slug);
    if (earlier?.stamp === stamp) return earlier.found;
    const found = interpret(slug, folder, await readSkillFile(folder));
    known.set(slug, { stamp, found });
    return found;
  };

  const interpret = (slug: string, folder: string, text: string | null): Skill | BrokenSkill => {
    if (text === null) return { slug, source, problems: ['its SKILL.md cannot be read'] };
    const reading = readSkill(text, slug);
    if (!reading.ok) return { slug, source, problems: reading.problems };
    const scan = source === 'bundled' ? { safe: true, flags: [] } : scanSkill(text);
    if (!scan.safe) return { slug, source, problems: [unsafeText(scan.flags)] };
    return { ...reading.skill, slug, source, folder };
  };

  const readAll = async (): Promise<ShelfContent> => {
    const slugs = (await foldersIn(root)).filter(isSlug).slice(0, MAX_SKILLS);
    const found = (await Promise.all(slugs.map(load))).flatMap((entry) => entry ?? []);
    const there = new Set(found.map(({ slug }) => slug));
    known = new Map([...known].filter(([slug]) => there.has(slug)));
    return {
      skills: found.filter((entry): entry is Skill => 'body' in entry),
      broken: found.filter((entry): entry is BrokenSkill => 'problems' in entry),
    };
  };

  let fixed: ShelfContent | null = null;
  return {
    read: async () => {
      // What comes with the product does not change while it runs.
      if (source !== 'bundled') return readAll();
      fixed ??= await readAll();
      return fixed;
    },
  };
}

/** Looks at a skill's text as at a tool's: nobody can know who wrote it first. */
export function scanSkill(text: string): { readonly safe: boolean; readonly flags: readonly string[] } {
  return scanForInjection(text, 'tool_output');
}

export function unsafeText(flags: readonly string[]): string {
  return `it reads like an attempt to turn the assistant against its people (${flags.join(', ')})`;
}
