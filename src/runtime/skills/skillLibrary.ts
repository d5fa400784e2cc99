import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrokenSkill, Skill } from './skill.js';
import { createSkillShelf, type SkillShelf } from './skillShelf.js';

/** Owners whose shelves are kept open. */
const MAX_OPEN_SHELVES = 500;
const MAX_FOLDER_CHARS = 120;

/** Everything that an owner can use. */
export interface SkillLibrary {
  /** By slug; an own skill takes the place of a shared one, and that the place of a bundled one. */
  list(owner: string): Promise<readonly Skill[]>;
  find(owner: string, slug: string): Promise<Skill | null>;
  /** Files that cannot be used, of the same shelves. */
  broken(owner: string): Promise<readonly BrokenSkill[]>;
  /** The skills without anybody's own. */
  everybodys(): Promise<readonly Skill[]>;
  brokenOfEverybody(): Promise<readonly BrokenSkill[]>;
  /** Where an owner's own skills lie. */
  ownRoot(owner: string): string;
  /** Where those lie that whoever runs the gateway shares with everybody. */
  readonly sharedRoot: string;
}

/** The folder of the skills that come with the product. It lies beside the source and beside the built code alike. */
const BUNDLED = fileURLToPath(new URL('../../../skills/', import.meta.url));

export function createSkillLibrary(options: {
  readonly dataDir: string;
  /** Another folder of bundled skills. */
  readonly bundledRoot?: string;
}): SkillLibrary {
  const sharedRoot = join(options.dataDir, 'skills');
  const bundled = createSkillShelf(options.bundledRoot ?? BUNDLED, 'bundled');
  const shared = createSkillShelf(sharedRoot, 'shared');
  const open = new Map<string, SkillShelf>();

  // No slug has an underscore, so this is never taken for a skill.
  const ownRoot = (owner: string) => join(sharedRoot, '_own', folderOf(owner));

  const shelfOf = (owner: string): SkillShelf => {
    const shelf = open.get(owner) ?? createSkillShelf(ownRoot(owner), 'own');
    open.delete(owner);
    open.set(owner, shelf);
    const oldest = open.keys().next();
    if (open.size > MAX_OPEN_SHELVES && oldest.done !== true) open.delete(oldest.value);
    return shelf;
  };

  const merge = async (shelves: readonly SkillShelf[]): Promise<readonly Skill[]> => {
    const contents = await Promise.all(shelves.map((shelf) => shelf.read()));
    const bySlug = new Map(contents.flatMap(({ skills }) => skills.map((skill) => [skill.slug, skill] as const)));
    return [...bySlug.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  };

  const list = (owner: string) => merge([bundled, shared, shelfOf(owner)]);

  return {
    list,
    find: async (owner, slug) => (await list(owner)).find((skill) => skill.slug === slug) ?? null,
    broken: (owner) => brokenOn([bundled, shared, shelfOf(owner)]),
    everybodys: () => merge([bundled, shared]),
    brokenOfEverybody: () => brokenOn([bundled, shared]),
    ownRoot,
    sharedRoot,
  };
}

async function brokenOn(shelves: readonly SkillShelf[]): Promise<readonly BrokenSkill[]> {
  const contents = await Promise.all(shelves.map((shelf) => shelf.read()));
  return contents.flatMap(({ broken }) => broken);
}

function folderOf(owner: string): string {
  const name = encodeURIComponent(owner);
  return name.length <= MAX_FOLDER_CHARS ? name : createHash('sha256').update(owner).digest('hex');
}
