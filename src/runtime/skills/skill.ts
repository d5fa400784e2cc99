import type { SkillText } from './skillText.js';

/**
 * Where a skill comes from. `bundled`: with the product. `shared`: everybody's, put there by whoever runs the gateway. `own`: of
 * one person, or of one group, and seen nowhere else.
 */
export type SkillSource = 'bundled' | 'shared' | 'own';

/** A skill that can be used. */
export interface Skill extends SkillText {
  /** Its name in commands and calls. */
  readonly slug: string;
  readonly source: SkillSource;
  /** Where its files lie. */
  readonly folder: string;
}

/** A folder whose SKILL.md cannot be used, and why. */
export interface BrokenSkill {
  readonly slug: string;
  readonly source: SkillSource;
  readonly problems: readonly string[];
}

/** How a version of a skill came about. */
export type SkillOrigin = 'made' | 'distilled' | 'imported' | 'edited';

/** One version of a skill, as it is kept. */
export interface SkillVersion {
  /** Counts from 1. */
  readonly number: number;
  readonly origin: SkillOrigin;
  /** The account in whose turn it was made, which may part from its person again; null: on the machine. */
  readonly by: string | null;
  /** The turn that made it; null: no turn. */
  readonly turn: string | null;
  readonly at: number;
  /** The version in whose place it was put; null: there was no skill. Where it never was put, what there was when it came. */
  readonly before: number | null;
  readonly text: string;
}
