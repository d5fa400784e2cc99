import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { extractNotes } from '../../../src/runtime/writeBack/extractNotes.js';
import { describeConformance } from '../conformanceCases.js';
import { LASTING, PASSING } from './passingTalk.js';

const exchangeSchema = z.object({
  userMessage: z.string(),
  assistantMessage: z.string(),
  workspaceActive: z.boolean(),
});

describeConformance('writeBack.autoSaveFromExchange', (given) => {
  const { userMessage, assistantMessage, workspaceActive } = exchangeSchema.parse(given);
  return extractNotes({ user: userMessage, assistant: assistantMessage }).map(({ mind, importance, content }) => ({
    mind: workspaceActive ? mind : 'personal',
    importance,
    prefix: /^[^:]+:/.exec(content)?.[0],
  }));
});

const kept = (user: string, assistant = 'Ok.') => extractNotes({ user, assistant }).map(({ content }) => content);

describe('what a person says for good', () => {
  it.each([
    ['I always drink my coffee black.', 'User preference: I always drink my coffee black.'],
    ['Call me Bo.', 'User preference: Call me Bo.'],
    ['Thanks! From now on please answer in German.', 'User preference: From now on please answer in German.'],
    ['I’d rather have invoices as PDF.', 'User preference: I’d rather have invoices as PDF.'],
    ['Ich bevorzuge kurze Antworten.', 'User preference: Ich bevorzuge kurze Antworten.'],
    ['Prefiero los correos por la mañana.', 'User preference: Prefiero los correos por la mañana.'],
    ['Je préfère le tutoiement.', 'User preference: Je préfère le tutoiement.'],
    ['Я предпочитаю чай.', 'User preference: Я предпочитаю чай.'],
    ['我更喜欢简短的回答。', 'User preference: 我更喜欢简短的回答。'],
    ['I live in Lagos and love it.', 'About the user: I live in Lagos and love it.'],
    ['My daughter is called Mia.', 'About the user: My daughter is called Mia.'],
    ['I am allergic to peanuts.', 'About the user: I am allergic to peanuts.'],
    ['Ich wohne in Graz.', 'About the user: Ich wohne in Graz.'],
    ['Let’s go with the blue logo.', 'Decision: Let’s go with the blue logo.'],
    ['Wir haben uns für Postgres entschieden.', 'Decision: Wir haben uns für Postgres entschieden.'],
    ['我们决定用红色的包装。', 'Decision: 我们决定用红色的包装。'],
    ['That’s wrong, the office is in Linz.', 'Correction from user: That’s wrong, the office is in Linz.'],
    ['Nein, das stimmt nicht: er heißt Jonas.', 'Correction from user: Nein, das stimmt nicht: er heißt Jonas.'],
    ['Remember that the gate code changes in May.', 'Noted on request: the gate code changes in May.'],
    ['Could you note that we agreed on 12 May?', 'Decision: we agreed on 12 May'],
  ])('%s', (user, note) => expect(kept(user)).toContain(note));

  it.each([
    'I like the second option.',
    'I want to know who won.',
    'I need the slides by noon.',
    'Should we use Postgres?',
    'We have not decided yet.',
    'If we decided to move, what would it cost?',
    'Explain the second paragraph in more detail.',
    'Use bullet points for this one.',
    'Remember to breathe, they say.',
    'He said "I prefer tea".\n> I prefer coffee',
    'Was weißt du über Graz?',
    'Order pizza for lunch please, thanks!',
    'hi there, how is the weather this weekend?',
  ])('is not: %s', (user) => expect(kept(user).filter((note) => !note.startsWith('User asked'))).toEqual([]));

  it('keeps a style only when it is meant for good', () => {
    expect(kept('In general shorter answers work better for me.')).toEqual(['Style note: likes short answers']);
    expect(kept('Give me a shorter answer this time please.')).toEqual([]);
  });
});

describe('of exchanges written before the rules', () => {
  const lasting = (exchanges: typeof PASSING) =>
    exchanges.filter((exchange) => extractNotes(exchange).some(({ importance }) => importance !== 'temporary'));

  it('what is said in passing leaves next to nothing, and what lasts is kept', () => {
    // Corrections of an answer are kept by the contract's rules, whatever they are about.
    const isCorrection = ({ user }: (typeof PASSING)[number]) => /\b(?:wrong|falsch|not the)\b/.test(user);
    expect(lasting(PASSING.filter((exchange) => !isCorrection(exchange))).length).toBeLessThanOrEqual(
      0.05 * PASSING.length,
    );
    expect(lasting(LASTING)).toEqual(LASTING);
  });

  it.each([
    ['Translate: my dog is called Rex', []],
    ['Could you check this?\nmy dog is called Rex', ['About the user: my dog is called Rex']],
    ['My boss is Irving.', ['About the user: My boss is Irving.']],
    ['I always bring up the rear on hikes', ['User preference: I always bring up the rear on hikes']],
    ['Also, please note that my dog is called Rex', ['About the user: my dog is called Rex']],
    ['Note que je pars le lundi', ['Noted on request: je pars le lundi']],
    ['I take note of all prices', []],
  ])('%s', (user, notes) => expect(kept(user)).toEqual(notes));
});

describe('a suggestion', () => {
  const suggestion = 'We could wait. Let’s go with the courier from Graz. It costs 12 EUR.';
  it.each(['ok', 'Yes, do it', 'Sounds good!', 'passt', 'vale', 'd’accord', '好的', 'да, давайте'])(
    'becomes a decision by a short yes: %s',
    (user) => expect(kept(user, suggestion)).toEqual(['Decision: Let’s go with the courier from Graz.']),
  );

  it.each(['yes, but later', 'ok, and what about the price?', 'hm', 'no', 'yes maybe', `yes ${'x'.repeat(60)}`])(
    'stays one: %s',
    (user) => expect(kept(user, suggestion).filter((note) => note.startsWith('Decision'))).toEqual([]),
  );
});

describe('what the assistant says', () => {
  const long = `## Findings\n${'Words about roses. '.repeat(40)}\n- Water them in the morning, not at noon\n- Cut them in March\nSee https://roses.example/a`;
  it('is kept as inferred, with no trust', () => {
    const notes = extractNotes({ user: 'Please find out how roses are best cared for.', assistant: long });
    expect(notes.map(({ content, source, trust }) => [content.split(':')[0], source, trust])).toEqual([
      ['Research findings', 'agent_inferred', 0],
      ['User asked', 'user_stated', 2],
      ['Key points', 'agent_inferred', 0],
    ]);
    expect(notes.length).toBeLessThanOrEqual(5);
  });

  it('is kept for a while only when it could not do what was asked', () => {
    const notes = extractNotes({
      user: 'Please find out how roses are best cared for.',
      assistant: `I cannot access the web. ${long}`,
    });
    expect(new Set(notes.map(({ importance }) => importance))).toEqual(new Set(['temporary']));
  });
});
