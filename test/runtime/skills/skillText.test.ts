import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readFrontMatter, splitFrontMatter } from '../../../src/runtime/frontMatter.js';
import { isSlug, skillToCommand, slugOf, tokenToSlug } from '../../../src/runtime/skills/skillNames.js';
import { MAX_SKILL_CHARS, parseFrontmatter, readSkill } from '../../../src/runtime/skills/skillText.js';

const file = (head: string, body = 'Do it.') => `---\n${head}\n---\n${body}\n`;
const GOOD = 'name: weekly-report\ndescription: Use when the user wants the week.';

describe('a SKILL.md', () => {
  it('is read with its known fields, and keeps those that nobody knows', () => {
    const text = file(
      `${GOOD}\ntriggers: report, week\ntags: [a, b]\nrequires_tools: [bash]\nlicense: MIT\nmetadata:\n  x: [1]`,
    );
    const reading = readSkill(text, 'folder');
    expect(reading).toMatchObject({
      ok: true,
      skill: {
        name: 'weekly-report',
        triggers: ['report', 'week'],
        tags: ['a', 'b'],
        requiresTools: ['bash'],
        body: 'Do it.',
        text,
      },
    });
  });

  it('may have Windows line ends, a byte order mark, and a colon in its description', () => {
    const text = `\uFEFF${file('name: x\ndescription: Use it when: the user asks, e.g.: now')}`.replaceAll(
      '\n',
      '\r\n',
    );
    expect(readSkill(text, 'x')).toMatchObject({
      ok: true,
      skill: { description: 'Use it when: the user asks, e.g.: now' },
    });
  });

  it.each<readonly [what: string, text: string, problem: RegExp]>([
    ['no front matter', 'Just a text.', /field description/],
    ['a block without an end', `---\n${GOOD}\nDo it.`, /field description/],
    ['no description', file('name: x'), /field description must be a text/],
    ['a description that is too long', file(`name: x\ndescription: ${'d'.repeat(1025)}`), /1 to 1024 characters/],
    ['nothing to do', file(GOOD, '  '), /has to say what to do/],
    ['bad YAML', file('name: [x\ndescription: y'), /not YAML/],
    ['a list in place of fields', file('- name\n- description'), /not a list of "field: value" lines/],
    ['a list of objects as triggers', file(`${GOOD}\ntriggers: [{a: 1}]`), /triggers must be a list of words/],
    ['a name that is none', file('name: [a]\ndescription: d'), /field name/],
    ['too much', file(GOOD, 'x'.repeat(MAX_SKILL_CHARS)), /longer than 40,000/],
    ['a program', file(GOOD, 'a\0b'), /not a text/],
    ['a huge block', file(`${GOOD}\nx: ${'y'.repeat(9000)}`), /longer than 8000/],
    ['an alias bomb', file(`a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(30)}*a]\n${GOOD}`), /not YAML/],
  ])('with %s says what is wrong', (_, text, problem) => {
    const reading = readSkill(text, 'x');
    expect(reading.ok).toBe(false);
    if (!reading.ok) expect(reading.problems.join('; ')).toMatch(problem);
  });

  it('cannot reach into objects by its field names', () => {
    const reading = readFrontMatter(file('__proto__: {polluted: true}\nconstructor: x'));
    expect(reading.ok).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(parseFrontmatter(file('__proto__: {name: x}')).name).toBeUndefined();
  });

  it('never makes the reader throw, whatever stands in it', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom(
        '---',
        '--- ',
        'name: x',
        'description: d',
        'tags: [',
        '- a',
        '  b: *c',
        '? x',
        '!!js/function f',
        '\t',
        '&a',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const reading = readSkill(lines.join('\n'), 'x');
        if (reading.ok) expect(reading.skill.description).not.toBe('');
        else expect(reading.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it('gives back what was written into it', () => {
    const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '' && !text.includes(','));
    fc.assert(
      fc.property(
        word,
        word,
        fc.array(word, { maxLength: 5 }),
        fc.string({ maxLength: 200 }),
        (name, description, tags, rest) => {
          const body = `# ${rest.replaceAll('\0', '').replace(/\s+/g, ' ')}`;
          const reading = readSkill(`---\n${stringify({ name, description, tags })}---\n${body}`, 'x');
          expect(reading).toMatchObject({
            ok: true,
            skill: { name: name.trim(), body: body.trim(), tags: tags.map((tag) => tag.trim().replace(/\s+/g, ' ')) },
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is split at its own lines only', () => {
    expect(splitFrontMatter('---\na: 1\n---\nb\n---\nc')).toEqual({ head: 'a: 1', body: 'b\n---\nc' });
    expect(splitFrontMatter(' ---\na: 1\n---')).toBeNull();
    expect(splitFrontMatter('---\na: ---\n--- x\n')).toBeNull();
  });
});

describe('names', () => {
  it.each([
    '../etc',
    'a/b',
    '.hidden',
    '',
    'A',
    'a_b',
    'a--b',
    '-a',
    'a-',
    'con',
    'lpt1',
    'café',
    'a\n',
    'x'.repeat(65),
    '..',
    'a b',
  ])('%j is no slug', (slug) => {
    expect(isSlug(slug)).toBe(false);
  });

  it('are made of what people write, and never a path', () => {
    expect(slugOf('Weekly Report')).toBe('weekly-report');
    expect(slugOf('Müllabfuhr: Termine!')).toBe('mullabfuhr-termine');
    expect(slugOf('../../etc/passwd')).toBe('etc-passwd');
    expect(slugOf('天气')).toBeNull();
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (name) => {
        const slug = slugOf(name);
        if (slug !== null) expect(isSlug(slug) && slug.length <= 40).toBe(true);
      }),
    );
  });

  it('and commands are each other', () => {
    const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/);
    fc.assert(
      fc.property(slug, (one) => {
        const command = skillToCommand(one, () => false);
        expect(command).toMatch(/^[a-z0-9_]{1,32}$/);
        expect(tokenToSlug(command ?? '')).toBe(one);
      }),
    );
    expect(skillToCommand('find-skills', (name) => name === 'find_skills')).toBeNull();
  });
});
