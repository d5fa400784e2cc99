import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/core/secrets/redactor.js';
import '../../setup/propertySeed.js';

const OWN = 'own-token/with "quotes"';

/** Made up here, in the shapes of their vendors; joined so that no scanner of repositories takes them for real ones. */
const letters = (n: number) => 'aB3dE5gH7jK9'.repeat(9).slice(0, n);
const KEYS: Readonly<Record<string, string>> = {
  openai: `sk-${letters(40)}`,
  openaiProject: `sk-proj-${letters(60)}`,
  anthropic: `sk-ant-api03-${letters(80)}`,
  stripe: `sk_live_${letters(24)}`,
  slackBot: `xoxb-${'1'.repeat(12)}-${letters(24)}`,
  slackApp: `xapp-1-${letters(40)}`,
  github: `ghp_${letters(36)}`,
  githubFine: `github_pat_${letters(40)}`,
  gitlab: `glpat-${letters(20)}`,
  npm: `npm_${letters(36)}`,
  huggingFace: `hf_${letters(34)}`,
  aws: `AKIA${'Q2W3E4R5T6Y7U8I9'}`,
  google: `AIza${letters(35)}`,
  googleOauth: `ya29.${letters(60)}`,
  sendgrid: `SG.${letters(22)}.${letters(43)}`,
  telegram: `123456789:${letters(35)}`,
  discord: `M${letters(23)}.${letters(6)}.${letters(38)}`,
  jwt: `eyJ${letters(20)}.eyJ${letters(30)}.${letters(43)}`,
  pem: `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n${letters(64)}\n${letters(20)}==\n-----END RSA PRIVATE KEY-----`,
  pemWithoutEnd: `-----BEGIN PRIVATE KEY-----\n${letters(64)}\n${letters(64)}`,
  own: OWN,
};

/** Texts that look a little like secrets and are none. */
const INNOCENT = [
  'sk-learn-contrib-metric-learning-extras is a package',
  'Use `sk-...` keys; the header is -----BEGIN PRIVATE KEY----- and then base64.',
  '2026-11-30 12:30:45, ratio 123456789:42, port 8787',
  'the eyJ prefix of a token; xoxb- begins a bot token',
  'M, N and O; Monday. Nothing. Over',
  '| --- | ----- |\n|-----|',
  'Version 1.2.3-beta.4, commit 331fdc5aa0b1c2d3e4f5061728394a5b6c7d8e9f',
];

const redactor = createRedactor([OWN, 'tiny']);

describe('secrets in a text', () => {
  it.each(Object.entries(KEYS))('%s is taken out, wherever it stands', (_, key) => {
    expect(redactor.clean(key)).toBe('[secret]');
    expect(redactor.clean(`the key is ${key}, so (${key})`)).toBe('the key is [secret], so ([secret])');
    expect(JSON.parse(redactor.clean(JSON.stringify({ a: `x\n${key}` })))).toEqual({ a: 'x\n[secret]' });
  });

  it.each(INNOCENT)('%s stays', (text) => {
    expect(redactor.clean(text)).toBe(text);
  });

  it('very short values of the configuration are not looked for', () => {
    expect(redactor.clean('a tiny text')).toBe('a tiny text');
  });

  it('for addresses only the own ones count', () => {
    expect(redactor.cleanOwn(`${KEYS.aws} ${OWN}`)).toBe(`${KEYS.aws} [secret]`);
  });
});

describe('secrets in a text that comes in pieces', () => {
  const key = fc.constantFrom(...Object.values(KEYS)).map((one) => `${one} `);
  const other = fc.constantFrom(...INNOCENT, 'word', 's', 'sk', 'x', '-', '12', ' ', '\n', 'é', '秘密');
  const pieced = fc
    .tuple(
      fc.array(
        fc.oneof(
          key,
          other,
          other.map((one) => `${one} `),
        ),
        { maxLength: 12 },
      ),
      fc.array(fc.nat(400), { maxLength: 40 }),
    )
    .map(([words, cuts]) => {
      const text = words.join('');
      const places = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].sort((a, b) => a - b);
      return { text, pieces: [...places, text.length].map((end, i) => text.slice(places[i - 1] ?? 0, end)) };
    });

  it('the pieces together give what the whole gives, and no piece of a secret is shown early', () => {
    fc.assert(
      fc.property(pieced, ({ text, pieces }) => {
        const stream = redactor.stream();
        let shown = '';
        const whole = redactor.clean(text);
        for (const piece of pieces) {
          shown += stream.write(piece);
          expect(whole.startsWith(shown)).toBe(true);
        }
        expect(shown + stream.end()).toBe(whole);
      }),
      { numRuns: 2000 },
    );
  });

  it('of ordinary text no more than a few letters are held back, and only until the next piece', () => {
    const stream = redactor.stream();
    const text =
      'Hello Mary, how are you? The 3 answers came at 12:30 from the north, and so on: see https://example.com/a-b_c.';
    let shown = 0;
    for (const [i, letter] of Array.from(text).entries()) {
      shown += stream.write(letter).length;
      expect(i + 1 - shown).toBeLessThanOrEqual(5);
    }
    expect(shown + stream.end().length).toBe(text.length);
  });

  it('hostile runs cost little: a megabyte of beginnings', () => {
    const stream = redactor.stream();
    const text = 'sk-'.repeat(300_000);
    expect((stream.write(text) + stream.end()).length).toBe(text.length);
  });
});
