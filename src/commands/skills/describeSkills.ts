import { type Choice, choiceSchema } from '../../core/choice.js';
import { cutText } from '../../core/cutText.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { Wording } from '../../core/wording.js';
import { searchSkills } from '../../runtime/skills/searchSkills.js';
import type { Skill, SkillVersion } from '../../runtime/skills/skill.js';
import type { CommandAnswer } from '../registry.js';

const PAGE_SIZE = 10;
/** Of a description in a list, and of a skill that is shown, in characters. */
const MAX_LINE_CHARS = 120;
const MAX_SHOWN_CHARS = 3_000;

const ORDER: Readonly<Record<Skill['source'], number>> = { own: 0, shared: 1, bundled: 2 };

/** One page of the skills that fit a query; own ones first. */
export function describePage(all: readonly Skill[], query: string, page: number, wording: Wording): CommandAnswer {
  const fitting = query === '' ? [...all].sort((a, b) => ORDER[a.source] - ORDER[b.source]) : searchSkills(all, query);
  if (fitting.length === 0) return { text: wording.text('skills-none', {}), choices: [] };
  const pages = Math.ceil(fitting.length / PAGE_SIZE);
  const shown = Math.min(Math.max(1, page), pages);
  const onPage = fitting.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE);
  const footer = pages === 1 ? [] : [wording.text('skills-page', { page: String(shown), pages: String(pages) })];
  const turn = (to: number, label: string) =>
    to < 1 || to > pages ? [] : choice(label, `/skills page ${to} ${query}`.trim());
  return {
    text: [onPage.map(lineOf).join('\n'), ...footer, wording.text('skills-hint', {})].join('\n\n'),
    choices: [
      ...onPage.flatMap(({ slug }) => choice(slug, `/skills show ${slug}`)),
      ...turn(shown - 1, '‹'),
      ...turn(shown + 1, '›'),
    ],
  };
}

function lineOf({ slug, source, description }: Skill): string {
  const mark = source === 'own' ? ' ✎' : '';
  return `- **${slug}**${mark}: ${escapeMarkdown(cutText(description, MAX_LINE_CHARS))}`;
}

/** A skill for somebody who wants to know what it does. */
export function describeSkill(
  skill: Pick<Skill, 'slug' | 'description' | 'body'>,
  choices: readonly Choice[],
): CommandAnswer {
  const { slug, description, body } = skill;
  return { text: `**${slug}**: ${escapeMarkdown(description)}\n\n${cutText(body, MAX_SHOWN_CHARS)}`, choices };
}

/** The versions of a skill, newest first, each with the button that puts it into use. */
export function describeHistory(
  slug: string,
  versions: readonly SkillVersion[],
  inUse: string | null,
  wording: Wording,
): CommandAnswer {
  const used = versions.findLast(({ text }) => text === inUse)?.number;
  const newestFirst = [...versions].reverse();
  const lines = newestFirst.map(({ number, origin, at }) => {
    const day = new Date(at).toISOString().slice(0, 10);
    return `- ${number}: ${day}, ${origin}${number === used ? `, ${wording.text('skill-version-used', {})}` : ''}`;
  });
  const others = newestFirst.filter(({ number }) => number !== used);
  return {
    text: `${wording.text('skill-history', { name: slug })}\n${lines.join('\n')}`,
    choices: others.flatMap(({ number }) => choice(String(number), `/skills use ${slug} ${number}`)),
  };
}

/** A button, where its command fits into one. */
export function choice(label: string, command: string): readonly Choice[] {
  const parsed = choiceSchema.safeParse({ label: cutText(label, 40), command });
  return parsed.success ? [parsed.data] : [];
}
