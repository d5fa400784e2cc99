import { cutText } from '../../core/cutText.js';
import type { Skill } from './skill.js';

/** Of the index in the prompt, in characters (spec: turns and commands 8). */
export const MAX_INDEX_CHARS = 7_600;
/** Of one skill's triggers; the spec allows 160, and nineteen skills shall leave room for the tools in a prompt of 6,000 tokens. */
const MAX_TRIGGER_CHARS = 60;
const MAX_DESCRIPTION_CHARS = 240;

/** The tool with which skills are read. */
export const SKILL_TOOL = 'skill';

const INTRODUCTION =
  'Written-down ways of doing things, each with when it is of use: when the user ... When one fits the task, read it (skill, action view) before you begin, and follow it.';

/** How descriptions begin; the introduction says it for all. */
const OPENING = /^use when the user /i;

/** How much of each skill a line tells, most first. */
const DETAILS: readonly ((skill: Skill) => string)[] = [
  (skill) => `${describe(skill)}${triggersOf(skill)}${tagsOf(skill)}`,
  (skill) => `${describe(skill)}${triggersOf(skill)}`,
  describe,
  ({ slug }) => slug,
];

/** Whether nothing that the skill needs is missing. */
export function isUsable({ requiresTools }: Pick<Skill, 'requiresTools'>, tools: readonly string[]): boolean {
  return requiresTools.every((name) => tools.includes(name));
}

/**
 * The index of skills for the prompt: what there is and when it is of use, never the skills themselves. Its text depends on nothing but
 * skills and tools, so it is the same from turn to turn. Where all do not fit, every line tells less, and at last some are left out.
 *
 * @param skills sorted
 * @param tools names of those on offer; without the skill tool there is no index
 */
export function buildSkillIndex(skills: readonly Skill[], tools: readonly string[], limit = MAX_INDEX_CHARS): string {
  if (!tools.includes(SKILL_TOOL)) return '';
  const usable = skills.filter((skill) => isUsable(skill, tools));
  if (usable.length === 0) return '';
  for (const detail of DETAILS) {
    const text = compose(usable.map(detail), 0);
    if (text.length <= limit) return text;
  }
  for (let shown = usable.length - 1; shown > 0; shown -= 1) {
    const names = usable.slice(0, shown).map(({ slug }) => slug);
    const text = compose(names, usable.length - shown);
    if (text.length <= limit) return text;
  }
  return '';
}

function compose(lines: readonly string[], left: number): string {
  const more = left === 0 ? [] : [`- and ${left} more: skill, action list`];
  return ['# Skills', INTRODUCTION, ...lines.map((line) => `- ${line}`), ...more].join('\n');
}

function describe({ slug, description }: Skill): string {
  return `${slug}: ${cutText(description.replace(OPENING, ''), MAX_DESCRIPTION_CHARS)}`;
}

function triggersOf({ triggers }: Skill): string {
  const kept: string[] = [];
  for (const trigger of triggers) {
    if ([...kept, trigger].join(', ').length > MAX_TRIGGER_CHARS) break;
    kept.push(trigger);
  }
  return kept.length === 0 ? '' : ` (${kept.join(', ')})`;
}

function tagsOf({ tags }: Skill): string {
  return tags.length === 0 ? '' : ` [${cutText(tags.join(', '), MAX_TRIGGER_CHARS)}]`;
}
