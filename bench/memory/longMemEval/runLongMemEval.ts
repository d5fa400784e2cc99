import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/core/clock.js';
import { silentLog } from '../../../src/core/log.js';
import type { MindId, MindView } from '../../../src/core/memory/reach.js';
import type { Minds } from '../../../src/core/ports/minds.js';
import { createMinds } from '../../../src/memory/minds.js';
import { extractNotes } from '../../../src/runtime/writeBack/extractNotes.js';
import type { LongMemQuestion, LongMemSession } from './readLongMemEval.js';

/** Memories that a prompt may get. */
const SHOWN = 10;
const MAX_CHARS = 8000;

/** Share of the questions of one type for which a memory of a session with the answer is among the ten. */
export interface LongMemFigures {
  readonly type: string;
  readonly questions: number;
  /** Of everything that was said, each turn a memory: what the search does. */
  readonly bySearch: number;
  /** Of what the rules of the write-back keep: what a chat would have remembered by itself. */
  readonly byRules: number;
}

type Keep = (session: LongMemSession) => readonly string[];

const everyTurn: Keep = ({ turns }) => turns.map(({ content }) => content);

const byRules: Keep = ({ turns }) =>
  turns.flatMap(({ role, content }, i) => {
    if (role !== 'user') return [];
    const answer = turns[i + 1]?.role === 'assistant' ? (turns[i + 1]?.content ?? '') : '';
    const previous = turns[i - 1]?.role === 'assistant' ? (turns[i - 1]?.content ?? '') : '';
    return extractNotes({ user: content, assistant: answer, previous })
      .filter(({ importance }) => importance !== 'temporary')
      .map((note) => note.content);
  });

/**
 * Tells each question's conversations to a mind of its own and looks whether the search brings back something of a session that
 * holds the answer. No model answers and none judges: this is recall, not the data set's score. Questions without an answer are left out.
 */
export async function runLongMemEval(
  questions: readonly LongMemQuestion[],
  folder: string,
): Promise<readonly LongMemFigures[]> {
  const counts = new Map<string, { questions: number; bySearch: number; byRules: number }>();
  for (const question of questions) {
    if (question.type === 'abstention') continue;
    const count = counts.get(question.type) ?? { questions: 0, bySearch: 0, byRules: 0 };
    counts.set(question.type, count);
    count.questions += 1;
    if (await isFound(question, everyTurn, folder)) count.bySearch += 1;
    if (await isFound(question, byRules, folder)) count.byRules += 1;
  }
  return [...counts].map(([type, count]) => ({ type, ...count }));
}

async function isFound(question: LongMemQuestion, keep: Keep, folder: string): Promise<boolean> {
  const dataDir = join(folder, 'question');
  const minds = createMinds({ dataDir, clock: systemClock, log: silentLog });
  const mind: MindId = { kind: 'person', person: question.id };
  const view: MindView = { mind, scopes: ['private'] };
  try {
    for (const session of question.sessions) await tell(minds, mind, session, keep);
    while ((await minds.stats(view)).unembedded > 0) await systemClock.sleep(5);
    const found = await minds.search([view], { text: question.question, limit: SHOWN, now: question.at });
    const evidence = new Set(question.sessions.filter(({ isEvidence }) => isEvidence).map(({ id }) => id));
    return found.some(({ gop }) => evidence.has(gop));
  } finally {
    await minds.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function tell(minds: Minds, mind: MindId, session: LongMemSession, keep: Keep): Promise<void> {
  for (const text of keep(session)) {
    const content = text.trim().slice(0, MAX_CHARS);
    if (content === '') continue;
    await minds.save(mind, {
      content,
      importance: 'normal',
      source: 'user_stated',
      trust: 2,
      author: null,
      scope: 'private',
      gop: session.id,
      now: session.at,
    });
  }
}

/** The figures as Markdown. */
export function formatLongMemEval(figures: readonly LongMemFigures[]): string {
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const sum = (of: 'questions' | 'bySearch' | 'byRules') => figures.reduce((total, figure) => total + figure[of], 0);
  const all = { type: 'all', questions: sum('questions'), bySearch: sum('bySearch'), byRules: sum('byRules') };
  return [
    `| LongMemEval: a session with the answer among ${SHOWN} memories | questions | of every turn | of what the rules keep |`,
    '| --- | --- | --- | --- |',
    ...[...figures, all].map(
      ({ type, questions, bySearch, byRules: kept }) =>
        `| ${type} | ${questions} | ${percent(bySearch, questions)} | ${percent(kept, questions)} |`,
    ),
  ].join('\n');
}
