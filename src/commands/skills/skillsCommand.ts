import { join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { Skill } from '../../runtime/skills/skill.js';
import { readSkillFile } from '../../runtime/skills/skillFolder.js';
import type { SkillLibrary } from '../../runtime/skills/skillLibrary.js';
import { isSlug, MAX_OWN_SLUG_CHARS } from '../../runtime/skills/skillNames.js';
import { mayKeepSkills, skillOwnerOf } from '../../runtime/skills/skillOwner.js';
import { readSkill } from '../../runtime/skills/skillText.js';
import type { SkillWriter } from '../../runtime/skills/skillWriter.js';
import { ToolFailure } from '../../runtime/tools/toolFailure.js';
import type { Command, CommandAnswer, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';
import { choice, describeHistory, describePage, describeSkill } from './describeSkills.js';

export interface SkillsCommandDeps {
  readonly library: SkillLibrary;
  readonly writer: SkillWriter;
  /** Those that can be completed: everybody's. */
  readonly listed: readonly Pick<Skill, 'slug'>[];
  readonly clock: Pick<Clock, 'now'>;
}

/** A call of one skill: `/skills use weekly-report 3`. */
interface SkillCall {
  readonly call: CommandCall;
  readonly owner: string;
  readonly slug: string;
  /** The number after the name; NaN where there is none. */
  readonly number: number;
}

type Answer = string | CommandAnswer;

/** Words that change something: in groups they are the admins'. */
const CHANGING: ReadonlySet<string> = new Set(['use', 'keep', 'discard', 'delete', 'share']);

/**
 * `/skills`: what there is, page by page; a look at one; and what becomes of an own one. What follows is a query, unless it begins
 * with one of the words and a name.
 */
export function createSkillsCommands(deps: SkillsCommandDeps): readonly Command[] {
  const { library, writer, clock } = deps;
  const slugs = deps.listed.map(({ slug }) => slug);
  const text = ({ call, slug }: SkillCall, key: string, more: Readonly<Record<string, string>> = {}) =>
    call.wording.text(key, { name: slug, ...more });

  const list = async (call: CommandCall, query: string, page: number): Promise<Answer> => {
    const owner = skillOwnerOf(call.principal, call.address);
    const answer = describePage(await library.list(owner), query, page, call.wording);
    const broken = query === '' && page <= 1 ? await library.broken(owner) : [];
    const lines = broken.map(({ slug, problems }) =>
      call.wording.text('skills-broken', { name: slug, problems: problems.join('; ') }),
    );
    return { ...answer, text: [answer.text, ...lines].join('\n\n') };
  };

  const ownOf = async (one: SkillCall): Promise<Skill | null> => {
    const skill = await library.find(one.owner, one.slug);
    return skill?.source === 'own' ? skill : null;
  };

  const notOwn = async (one: SkillCall): Promise<string> => {
    const isThere = (await library.find(one.owner, one.slug)) !== null;
    return text(one, isThere ? 'skill-not-own' : 'skill-unknown');
  };

  const show = async (one: SkillCall): Promise<Answer> => {
    const { owner, slug, number, call } = one;
    if (!Number.isNaN(number)) {
      const version = (await writer.versions(owner, slug)).find((other) => other.number === number);
      const reading = version === undefined ? null : readSkill(version.text, slug);
      if (reading?.ok !== true) return text(one, 'skill-no-version');
      return describeSkill({ ...reading.skill, slug }, choice('✓', `/skills use ${slug} ${number}`));
    }
    const skill = await library.find(owner, slug);
    if (skill === null) return text(one, 'skill-unknown');
    const isChangeable = skill.source === 'own' && mayKeepSkills(call.principal, call.address);
    const history = isChangeable ? choice('⟲', `/skills history ${slug}`) : [];
    return describeSkill(skill, [...choice('‹', '/skills'), ...history]);
  };

  const words: Readonly<Record<string, (one: SkillCall) => Promise<Answer>>> = {
    show,
    keep: async (one) => ((await ownOf(one)) === null ? text(one, 'skill-unknown') : text(one, 'skill-kept')),
    discard: async (one) => {
      const outcome = await writer.discard(one.owner, one.slug, one.number);
      const key = {
        removed: 'skill-discarded',
        putBack: 'skill-put-back',
        changed: 'skill-changed',
        gone: 'skill-unknown',
      };
      return text(one, key[outcome]);
    },
    delete: async (one) => {
      if ((await ownOf(one)) === null) return notOwn(one);
      await writer.remove(one.owner, one.slug, clock.now());
      const version = (await writer.versions(one.owner, one.slug)).at(-1)?.number ?? 1;
      return text(one, 'skill-deleted', { version: String(version) });
    },
    use: async (one) => {
      const isThere = await writer.use(one.owner, one.slug, one.number, clock.now());
      return text(one, isThere ? 'skill-in-use' : 'skill-no-version');
    },
    history: async (one) => {
      const versions = await writer.versions(one.owner, one.slug);
      if (versions.length === 0) return notOwn(one);
      const inUse = await readSkillFile(join(library.ownRoot(one.owner), one.slug));
      return describeHistory(one.slug, versions, inUse, one.call.wording);
    },
    share: async (one) => {
      const { call, slug } = one;
      if (call.principal.role !== 'owner') return text(one, 'skill-owner-only');
      const skill = await ownOf(one);
      if (skill === null) return notOwn(one);
      const by = call.principal.person;
      const change = {
        owner: null,
        slug,
        text: skill.text,
        origin: 'imported',
        by,
        turn: null,
        now: clock.now(),
      } as const;
      await writer.save(change);
      return text(one, 'skill-shared');
    },
  };

  const run = async (call: CommandCall): Promise<Answer> => {
    const [word = '', name = '', ...rest] = call.args.split(/\s+/);
    if (word === 'page') return list(call, rest.join(' '), Number.parseInt(name, 10) || 1);
    if (word === 'search' || word === 'list') return list(call, [name, ...rest].join(' ').trim(), 1);
    const act = Object.hasOwn(words, word) ? words[word] : undefined;
    const slug = name.toLowerCase().replaceAll('_', '-');
    if (act === undefined || name === '') return list(call, call.args, 1);
    if (!isSlug(slug) || slug.length > MAX_OWN_SLUG_CHARS) return call.wording.text('skills-none', {});
    if (CHANGING.has(word) && !mayKeepSkills(call.principal, call.address)) {
      return call.wording.text('skill-admins-only', {});
    }
    const owner = skillOwnerOf(call.principal, call.address);
    try {
      return await act({ call, owner, slug, number: Number.parseInt(rest[0] ?? '', 10) });
    } catch (error) {
      if (error instanceof ToolFailure) {
        const why = error.message.replace(/^Error: (?:not saved: )?/, '');
        return call.wording.text('skill-unfit', { name: slug, why: escapeMarkdown(why, 300) });
      }
      throw error;
    }
  };

  return [
    {
      spec: { ...COMMAND_SPECS.skills, completions: () => [...slugs, ...slugs.map((slug) => `show ${slug}`)] },
      mayPress: (args, role, address) => !CHANGING.has(args.split(/\s+/)[0] ?? '') || mayKeepSkills({ role }, address),
      run,
    },
    {
      spec: { ...COMMAND_SPECS.find_skills, completions: () => slugs },
      run: (call) => list(call, call.args, 1),
    },
  ];
}
