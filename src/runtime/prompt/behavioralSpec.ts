import { BEHAVIORAL_TEXTS } from './texts/behavioralTexts.js';

export type BehavioralSection = keyof typeof BEHAVIORAL_TEXTS;

/** The rulebook of the agent (contract: agent runtime 10). */
export interface BehavioralSpec extends Readonly<Record<BehavioralSection, string>> {
  readonly version: string;
  /** All sections, in order. */
  readonly rules: string;
}

const VERSION = '3.0';

/** The rulebook with some sections replaced. A blank replacement is ignored. */
export function buildActiveBehavioralSpec(overrides: Partial<Record<BehavioralSection, string>> = {}): BehavioralSpec {
  const choose = (section: BehavioralSection) =>
    overrides[section]?.trim() ? overrides[section] : BEHAVIORAL_TEXTS[section];
  const sections = {
    coreLoop: choose('coreLoop'),
    qualityRules: choose('qualityRules'),
    behavioralRules: choose('behavioralRules'),
    workPatterns: choose('workPatterns'),
    intelligenceDefaults: choose('intelligenceDefaults'),
  };
  return { version: VERSION, ...sections, rules: Object.values(sections).join('\n\n') };
}

/** The rulebook as it comes. */
export const BEHAVIORAL_SPEC = buildActiveBehavioralSpec();
