import { basename, join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import { laneIdOf } from '../../core/lane.js';
import type { TurnScope } from '../tools/toolDefinition.js';
import { ToolFailure } from '../tools/toolFailure.js';
import { findInside } from '../workspace/findInside.js';
import { laneWorkspace } from '../workspace/laneWorkspace.js';
import { composeSkill, type SkillParts } from './composeSkill.js';
import { type SavedSkill, savedResult } from './savedSkill.js';
import { searchSkills } from './searchSkills.js';
import type { Skill, SkillOrigin } from './skill.js';
import { readSkillFile, readSmallFile, SKILL_FILE } from './skillFolder.js';
import { isUsable } from './skillIndex.js';
import type { SkillLibrary } from './skillLibrary.js';
import { slugOf } from './skillNames.js';
import { mayKeepSkills, skillOwnerOf } from './skillOwner.js';
import { parseFrontmatter } from './skillText.js';
import type { SkillWriter } from './skillWriter.js';
import { listSupportFiles, readSupportFile, removeSupportFile, writeSupportFile } from './supportFiles.js';

/** Of a text that is shown at once: it has to fit into a tool's result (`MAX_RESULT_CHARS`). */
const PART_CHARS = 9_000;
/** Skills in one list. */
const MAX_LISTED = 60;

export interface SkillActionDeps {
  readonly library: SkillLibrary;
  readonly writer: SkillWriter;
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** What tools do with skills, in the name of a turn's person. All throw `ToolFailure` with a sentence for the model. */
export interface SkillActions {
  list(scope: TurnScope, query: string, category: string | undefined, tools: readonly string[] | null): Promise<string>;
  /** @param part counts from 1: long texts are given in parts */
  view(scope: TurnScope, slug: string, file: string | undefined, part: number): Promise<string>;
  create(scope: TurnScope, parts: SkillParts, origin: SkillOrigin): Promise<ReturnType<typeof savedResult>>;
  /** Replaces one passage, which has to occur once, or the whole text. */
  change(
    scope: TurnScope,
    slug: string,
    edit: { readonly find: string; readonly replace: string } | { readonly content: string },
  ): Promise<ReturnType<typeof savedResult>>;
  writeFile(scope: TurnScope, slug: string, path: string, text: string): Promise<string>;
  removeFile(scope: TurnScope, slug: string, path: string): Promise<string>;
  /** Keeps what lies in the workspace as a version that is not in use. */
  stageImport(scope: TurnScope, path: string): Promise<{ readonly slug: string; readonly version: number }>;
  /** The skill, which has to be the owner's own. */
  own(scope: TurnScope, slug: string): Promise<Skill>;
}

export function createSkillActions({ library, writer, dataDir, clock }: SkillActionDeps): SkillActions {
  const ownerOf = ({ principal, address }: TurnScope) => skillOwnerOf(principal, address);

  const mustKeep = (scope: TurnScope): void => {
    if (mayKeepSkills(scope.principal, scope.address)) return;
    throw new ToolFailure(
      'Error: in a group only its admins change skills. Say so, and that the direct chat is open for it.',
    );
  };

  const find = async (scope: TurnScope, slug: string): Promise<Skill> => {
    const skill = await library.find(ownerOf(scope), slug);
    if (skill !== null) return skill;
    const near = searchSkills(await library.list(ownerOf(scope)), slug.replaceAll('-', ' ')).slice(0, 3);
    const hint = near.length === 0 ? '' : ` There are: ${near.map((other) => other.slug).join(', ')}.`;
    throw new ToolFailure(`Error: there is no skill of that name.${hint}`);
  };

  const own: SkillActions['own'] = async (scope, slug) => {
    const skill = await find(scope, slug);
    if (skill.source === 'own') return skill;
    throw new ToolFailure(
      `Error: "${slug}" is not the person's own skill. Save an own version of it first (manage, edit).`,
    );
  };

  const save = async (scope: TurnScope, slug: string, text: string, origin: SkillOrigin) => {
    mustKeep(scope);
    const { turn, principal } = scope;
    const by = principal.account ?? principal.person;
    const change = { owner: ownerOf(scope), slug, text, origin, by, turn, now: clock.now() };
    const version = await writer.save(change);
    const saved: SavedSkill = { ...version, description: parseFrontmatter(text).description ?? '' };
    return savedResult(saved);
  };

  return {
    own,
    list: async (scope, query, category, tools) => {
      const all = await library.list(ownerOf(scope));
      const fitting = searchSkills(all, query).filter((skill) => isIn(skill, category));
      if (fitting.length === 0) return `No skill fits. There are ${all.length} in all; an empty query lists them.`;
      const lines = fitting.slice(0, MAX_LISTED).map((skill) => lineOf(skill, tools));
      const left = fitting.length - lines.length;
      return [...lines, ...(left > 0 ? [`and ${left} more; narrow the query`] : [])].join('\n');
    },
    view: async (scope, slug, file, part) => {
      const skill = await find(scope, slug);
      if (file !== undefined) return partOf(await readSupportFile(skill.folder, file), part);
      const files = await listSupportFiles(skill.folder);
      const beside = files.length === 0 ? '' : `\n\nFiles (view with file): ${files.join(', ')}`;
      return partOf(`${skill.body}${beside}`, part);
    },
    create: async (scope, parts, origin) => {
      const name = parts.content === undefined ? parts.name : (parseFrontmatter(parts.content).name ?? parts.name);
      const slug = slugOf(parts.name) ?? slugOf(name);
      if (slug === null) throw new ToolFailure('Error: the name needs Latin letters or digits: "weekly-report".');
      return save(scope, slug, composeSkill({ ...parts, name: slug }), origin);
    },
    change: async (scope, slug, edit) => {
      const skill = await find(scope, slug);
      if ('content' in edit) {
        const parts = { name: slug, description: skill.description, triggers: skill.triggers, tags: skill.tags };
        return save(scope, slug, composeSkill({ ...parts, content: edit.content }), 'made');
      }
      const pieces = skill.text.split(edit.find);
      if (edit.find === '' || pieces.length !== 2) {
        throw new ToolFailure(
          `Error: the passage occurs ${Math.max(0, pieces.length - 1)} times; it has to occur once.`,
        );
      }
      return save(scope, slug, pieces.join(edit.replace), 'made');
    },
    writeFile: async (scope, slug, path, text) => {
      mustKeep(scope);
      const { folder } = await own(scope, slug);
      await writeSupportFile(folder, path, text);
      return `Written: ${slug}/${path}.`;
    },
    removeFile: async (scope, slug, path) => {
      mustKeep(scope);
      const { folder } = await own(scope, slug);
      await removeSupportFile(folder, path);
      return `Removed: ${slug}/${path}.`;
    },
    stageImport: async (scope, path) => {
      mustKeep(scope);
      const place = await findInside(laneWorkspace(dataDir, laneIdOf(scope.address)), path).catch((error: unknown) => {
        throw new ToolFailure(`Error: ${error instanceof Error ? error.message : String(error)}.`);
      });
      const inFolder = await readSkillFile(place);
      const text = inFolder ?? (await readSmallFile(place));
      if (text === null) throw new ToolFailure(`Error: there is no ${SKILL_FILE} in "${path}".`);
      const named = inFolder === null ? '' : basename(place);
      const slug = slugOf(parseFrontmatter(text).name ?? named);
      if (slug === null) throw new ToolFailure('Error: the file names no skill (field name).');
      const { principal, turn } = scope;
      const owner = ownerOf(scope);
      const by = principal.account ?? principal.person;
      const change = { owner, slug, text, origin: 'imported', by, turn, now: clock.now() } as const;
      const version = await writer.stage(change);
      if (inFolder !== null) await copySupportFiles(place, join(library.ownRoot(owner), slug));
      return { slug, version };
    },
  };
}

function isIn({ category, tags, source }: Skill, wanted: string | undefined): boolean {
  if (wanted === undefined || wanted.trim() === '') return true;
  const name = wanted.trim().toLowerCase();
  return category?.toLowerCase() === name || tags.some((tag) => tag.toLowerCase() === name) || source === name;
}

function lineOf(skill: Skill, tools: readonly string[] | null): string {
  const missing = tools === null || isUsable(skill, tools) ? '' : ` (needs ${skill.requiresTools.join(', ')})`;
  return `- ${skill.slug} [${skill.source}]: ${skill.description}${missing}`;
}

function partOf(text: string, part: number): string {
  const count = Math.max(1, Math.ceil(text.length / PART_CHARS));
  if (part > count) throw new ToolFailure(`Error: it has ${count} ${count === 1 ? 'part' : 'parts'}.`);
  const shown = text.slice((part - 1) * PART_CHARS, part * PART_CHARS);
  return count === 1 ? shown : `${shown}\n\n[part ${part} of ${count}]`;
}

async function copySupportFiles(from: string, to: string): Promise<void> {
  for (const path of await listSupportFiles(from)) await writeSupportFile(to, path, await readSupportFile(from, path));
}
