import { describe, expect, it } from 'vitest';
import { isAmbiguous } from '../../../src/runtime/prompt/ambiguity.js';
import { BEHAVIORAL_SPEC, buildActiveBehavioralSpec } from '../../../src/runtime/prompt/behavioralSpec.js';
import { buildGuidance } from '../../../src/runtime/prompt/guidance.js';

describe('the rulebook', () => {
  it('has five sections and at most 5,000 characters', () => {
    const { version, rules, ...sections } = BEHAVIORAL_SPEC;
    expect(version).toBe('3.0');
    expect(Object.keys(sections)).toEqual([
      'coreLoop',
      'qualityRules',
      'behavioralRules',
      'workPatterns',
      'intelligenceDefaults',
    ]);
    expect(rules).toBe(Object.values(sections).join('\n\n'));
    expect(rules.length).toBeLessThanOrEqual(5000);
    for (const step of ['RECALL', 'ASSESS', 'ACT', 'LEARN', 'RESPOND', 'CRITICAL: memory', 'CRITICAL: verification']) {
      expect(sections.coreLoop).toContain(step);
    }
  });

  it('takes replacements of sections, but no blank ones', () => {
    const spec = buildActiveBehavioralSpec({ qualityRules: 'Be exact.', workPatterns: '  \n' });
    expect(spec.qualityRules).toBe('Be exact.');
    expect(spec.workPatterns).toBe(BEHAVIORAL_SPEC.workPatterns);
    expect(spec.rules).toContain('\n\nBe exact.\n\n');
  });
});

describe('guidance', () => {
  it.each([
    ['save_memory', /^Memory:/m],
    ['session_search', /^Earlier conversations:/m],
    ['session_note', /^Session notes:/m],
    ['create_skill', /^Skills:/m],
  ])('speaks of %s only when it is on offer', (tool, block) => {
    expect(buildGuidance([tool])).toMatch(block);
    expect(buildGuidance(['get_time'])).not.toMatch(block);
  });

  it('always asks to act now, to look up what is missing and to check', () => {
    const text = buildGuidance([]);
    expect(text).toMatch(/Never end on a promise/);
    expect(text).toMatch(/<missing_context>[\s\S]*<\/missing_context>\n<verification>[\s\S]*<\/verification>$/);
  });
});

describe('a first message', () => {
  it.each(['the roses', 'Lisbon', 'my project', 'marketing stuff for Q3', 'Rechnung Februar'])(
    '%j leaves open what is wanted',
    (text) => expect(isAmbiguous(text)).toBe(true),
  );

  it.each([
    'hi',
    'Hello there!',
    'danke dir',
    'what is this?',
    'translate bonjour',
    'src/main.ts',
    'https://example.test',
    'please find me a nice hotel',
    '我的项目',
    '',
    'this one has quite a few words and so it is long enough to be clear',
  ])('%j does not', (text) => expect(isAmbiguous(text)).toBe(false));
});
