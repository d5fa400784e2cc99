import { join } from 'node:path';
import { ToolFailure } from '../tools/toolFailure.js';
import type { Skill, SkillOrigin, SkillVersion } from './skill.js';
import { addVersion, putLive, readSkillFile, removeLive, versionsIn } from './skillFolder.js';
import type { SkillLibrary } from './skillLibrary.js';
import { isSlug, MAX_OWN_SLUG_CHARS } from './skillNames.js';
import { scanSkill, unsafeText } from './skillShelf.js';
import { readSkill } from './skillText.js';

/** Own skills that one owner may have. */
const MAX_OWN_SKILLS = 200;
/** From this share of common words on, two skills are the same one under two names. */
const SAME_WORDS = 0.8;

/** A text that is to become a version of a skill. */
export interface SkillChange {
  /** `skillOwnerOf`; null: everybody's. */
  readonly owner: string | null;
  readonly slug: string;
  readonly text: string;
  readonly origin: SkillOrigin;
  readonly by: string | null;
  readonly turn: string | null;
  readonly now: number;
}

export interface SavedVersion {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly slug: string;
  readonly version: number;
}

/** What `discard` did: `removed` the skill, put the version `before` back, or found that another text is in use by now. */
export type DiscardOutcome = 'removed' | 'putBack' | 'changed' | 'gone';

/** Writes skills. What was there before is kept as a version, so every change can be taken back. */
export interface SkillWriter {
  /**
   * Puts a text into use. The same call again in the same turn gives the same outcome and changes nothing, so that a takeover may
   * repeat it.
   *
   * @throws ToolFailure with a sentence that says why not
   */
  save(change: SkillChange): Promise<SavedVersion>;
  /** Keeps a text as a version that is not in use until somebody says so. Throws as `save`. */
  stage(change: SkillChange): Promise<number>;
  /** Puts an earlier or staged version into use. False: there is no such version. */
  use(owner: string | null, slug: string, version: number, now: number): Promise<boolean>;
  /** Takes a version back, where it is the one in use. */
  discard(owner: string, slug: string, version: number): Promise<DiscardOutcome>;
  /** Takes a skill out of use; its versions stay. False: there was none. */
  remove(owner: string | null, slug: string, now: number): Promise<boolean>;
  /** Oldest first. */
  versions(owner: string | null, slug: string): Promise<readonly SkillVersion[]>;
}

export function createSkillWriter(library: SkillLibrary): SkillWriter {
  const tails = new Map<string, Promise<unknown>>();

  /** One change of a folder after the other. Other processes may come between; their versions are kept as well. */
  const inTurn = <Value>(folder: string, change: () => Promise<Value>): Promise<Value> => {
    const result = (tails.get(folder) ?? Promise.resolve()).then(change);
    const tail = result.then(
      () => {},
      () => {},
    );
    tails.set(folder, tail);
    void tail.then(() => tails.get(folder) === tail && tails.delete(folder));
    return result;
  };

  const folderFor = (owner: string | null, slug: string): string => {
    if (!isSlug(slug) || slug.length > MAX_OWN_SLUG_CHARS) throw new ToolFailure(badSlugText(slug));
    return join(owner === null ? library.sharedRoot : library.ownRoot(owner), slug);
  };

  /** The version whose text is in use; a text that somebody wrote by hand becomes one. */
  const versionInUse = async (folder: string, now: number): Promise<number | null> => {
    const live = await readSkillFile(folder);
    if (live === null) return null;
    const known = (await versionsIn(folder)).findLast(({ text }) => text === live);
    if (known !== undefined) return known.number;
    return addVersion(folder, { origin: 'edited', by: null, turn: null, at: now, before: null, text: live });
  };

  const check = async ({ owner, slug, text, origin }: SkillChange, folder: string): Promise<void> => {
    const reading = readSkill(text, slug);
    if (!reading.ok) throw new ToolFailure(`Error: not saved: ${reading.problems.join('; ')}.`);
    const { safe, flags } = scanSkill(text);
    if (!safe) throw new ToolFailure(`Error: not saved: ${unsafeText(flags)}. Say plainly what to do instead.`);
    if (owner === null) return;
    const all = await library.list(owner);
    const isNew = (await readSkillFile(folder)) === null;
    if (isNew && origin === 'distilled' && (await versionsIn(folder)).length > 0) {
      throw new ToolFailure(`Error: not saved: the person did not want the skill "${slug}". Leave it.`);
    }
    if (isNew && all.filter(({ source }) => source === 'own').length >= MAX_OWN_SKILLS) {
      throw new ToolFailure(`Error: not saved: there are ${MAX_OWN_SKILLS} skills already. Improve one of them.`);
    }
    const twin = isNew ? all.find((other) => other.slug !== slug && isSame(other, reading.skill.body)) : undefined;
    if (twin !== undefined) {
      throw new ToolFailure(`Error: not saved: the skill "${twin.slug}" says the same. Improve that one, if need be.`);
    }
  };

  return {
    save: (change) => {
      const folder = folderFor(change.owner, change.slug);
      return inTurn(folder, async () => {
        await check(change, folder);
        const { slug, text, origin, by, turn, now } = change;
        const before = await versionInUse(folder, now);
        if (before !== null && (await readSkillFile(folder)) === text) return inUseAlready(change, before, folder);
        const version = await addVersion(folder, { origin, by, turn, at: now, before, text });
        await putLive(folder, text);
        return { outcome: before === null ? 'created' : 'updated', slug, version };
      });
    },
    stage: (change) => {
      const folder = folderFor(change.owner, change.slug);
      return inTurn(folder, async () => {
        await check(change, folder);
        const { text, origin, by, turn, now } = change;
        const before = await versionInUse(folder, now);
        return addVersion(folder, { origin, by, turn, at: now, before, text });
      });
    },
    use: (owner, slug, number, now) => {
      const folder = folderFor(owner, slug);
      return inTurn(folder, async () => {
        const version = (await versionsIn(folder)).find((one) => one.number === number);
        if (version === undefined) return false;
        await versionInUse(folder, now);
        await putLive(folder, version.text);
        return true;
      });
    },
    discard: (owner, slug, number) => {
      const folder = folderFor(owner, slug);
      return inTurn(folder, async () => {
        const live = await readSkillFile(folder);
        if (live === null) return 'gone';
        const versions = await versionsIn(folder);
        const version = versions.find((one) => one.number === number);
        if (version === undefined || version.text !== live) return 'changed';
        const before = beforeTurn(version, versions);
        if (before === undefined) {
          await removeLive(folder);
          return 'removed';
        }
        await putLive(folder, before.text);
        return 'putBack';
      });
    },
    remove: (owner, slug, now) => {
      const folder = folderFor(owner, slug);
      return inTurn(folder, async () => {
        await versionInUse(folder, now);
        return removeLive(folder);
      });
    },
    versions: (owner, slug) => versionsIn(folderFor(owner, slug)),
  };
}

/** What was in use before the turn that made the version: a turn may have changed a skill more than once. */
function beforeTurn(version: SkillVersion, versions: readonly SkillVersion[]): SkillVersion | undefined {
  let before = versions.find((one) => one.number === version.before);
  while (before !== undefined && version.turn !== null && before.turn === version.turn) {
    const { before: earlier } = before;
    before = versions.find((one) => one.number === earlier);
  }
  return before;
}

/** The text is in use: by this very call, when it was made before and cut off. */
async function inUseAlready({ slug, turn }: SkillChange, number: number, folder: string): Promise<SavedVersion> {
  const version = (await versionsIn(folder)).find((one) => one.number === number);
  const isOwnCall = turn !== null && version?.turn === turn;
  const outcome = !isOwnCall ? 'unchanged' : version.before === null ? 'created' : 'updated';
  return { outcome, slug, version: number };
}

function badSlugText(slug: string): string {
  const shown = slug.replace(/[^\p{L}\p{N} ._/-]/gu, '').slice(0, 60);
  return `Error: "${shown}" is no name for a skill: lower-case words of letters and digits with hyphens between, at most ${MAX_OWN_SLUG_CHARS} characters.`;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}

function isSame(skill: Skill, body: string): boolean {
  const ours = wordsOf(skill.body);
  const theirs = wordsOf(body);
  const common = [...theirs].filter((word) => ours.has(word)).length;
  const all = ours.size + theirs.size - common;
  return all > 0 && common / all >= SAME_WORDS;
}
