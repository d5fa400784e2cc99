import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isCatchUpIntent } from '../../../src/runtime/recall/catchUp.js';
import { describeConformance } from '../conformanceCases.js';

describeConformance('recall.isCatchUpIntent', (given) =>
  isCatchUpIntent(z.object({ query: z.string() }).parse(given).query),
);

describe('a question about where things stand', () => {
  it.each([
    'Where were we?',
    'what did we decide about the venue',
    'Where did we leave off yesterday?',
    'what’s going on with the migration',
    'what should I do next',
    'brief me on Acme',
    'Get me up to speed, please.',
    'Remind me what we agreed with the printer',
    'what did I miss?',
    'status update?',
    'Bring mich auf den neuesten Stand',
    'Wo waren wir stehen geblieben?',
    'Was haben wir beschlossen?',
    'Fass mir die Woche zusammen',
    '¿Dónde nos quedamos?',
    'Hazme un resumen de la semana',
    'Mets-moi au courant',
    'Où en étions-nous ?',
    'Onde paramos?',
    'Riassumi la settimana',
    'На чём мы остановились?',
    'Что мы решили по договору?',
    'Na czym stanęliśmy?',
    'Nerede kalmıştık?',
    'Waar waren we gebleven?',
    '我们说到哪儿了？',
    '总结一下这周',
    'どこまで話したっけ',
    '어디까지 했지?',
    'أين وصلنا؟',
    'איפה עצרנו?',
  ])('%s', (query) => expect(isCatchUpIntent(query)).toBe(true));

  it.each([
    'Remind me tomorrow to water the plants',
    'Summarise the attached document',
    'Summarize this email: Dear all, ...',
    'Give me a summary of https://example.test/report',
    'Where are we meeting tonight?',
    'Where is the station?',
    'What is new in TypeScript 6?',
    'What does HTTP status code 418 mean?',
    'Translate "where were you"',
    'Fasse diesen Text zusammen: ...',
    '总结这篇文章：……',
    'hi',
    `tl;dr ${'x'.repeat(400)}`,
  ])('is not: %s', (query) => expect(isCatchUpIntent(query)).toBe(false));
});
