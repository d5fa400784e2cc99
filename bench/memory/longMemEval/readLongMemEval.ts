import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** One question of LongMemEval with the conversations that came before it. Times are milliseconds UTC. */
export interface LongMemQuestion {
  readonly id: string;
  /** Such as `multi-session`; `abstention` where nothing in the conversations answers it. */
  readonly type: string;
  readonly question: string;
  readonly at: number;
  /** Oldest first. */
  readonly sessions: readonly LongMemSession[];
}

export interface LongMemSession {
  readonly id: string;
  readonly at: number;
  readonly turns: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** It holds what the question asks for. */
  readonly isEvidence: boolean;
}

/** How the data set marks questions that have no answer. */
const ABSTENTION = /_abs$/;

/** `2023/05/20 (Sat) 02:21` */
const dateSchema = z.string().transform((text, context) => {
  const [, year, month, day, hour = '0', minute = '0'] =
    /^\s*(\d{4})\/(\d{1,2})\/(\d{1,2})(?:\s*\([^)]*\))?(?:\s+(\d{1,2}):(\d{2}))?/.exec(text) ?? [];
  if (year !== undefined) return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  context.addIssue(`no date: ${text}`);
  return z.NEVER;
});

const instanceSchema = z
  .object({
    question_id: z.string(),
    question_type: z.string(),
    question: z.string(),
    question_date: dateSchema,
    haystack_session_ids: z.array(z.string()),
    haystack_dates: z.array(dateSchema),
    haystack_sessions: z.array(z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() }))),
    answer_session_ids: z.array(z.string()),
  })
  .refine(
    ({ haystack_session_ids: ids, haystack_dates: dates, haystack_sessions: sessions }) =>
      ids.length === dates.length && ids.length === sessions.length,
    'every session needs an id and a date',
  );

/**
 * Reads a file of the public data set (`longmemeval_s.json`, `_m`, `_oracle`, or the cleaned ones), which an operator has to get
 * themselves.
 *
 * @param limit of questions
 * @throws Error that names the question and the field where the file is not of that format
 */
export function readLongMemEval(path: string, limit = Number.POSITIVE_INFINITY): readonly LongMemQuestion[] {
  const list = z.array(z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')));
  return list.slice(0, limit).map((entry, i) => {
    const parsed = instanceSchema.safeParse(entry);
    if (!parsed.success) throw new Error(`${path}, question ${i + 1}: ${z.prettifyError(parsed.error)}`);
    return toQuestion(parsed.data);
  });
}

function toQuestion(entry: z.output<typeof instanceSchema>): LongMemQuestion {
  const evidence = new Set(entry.answer_session_ids);
  const sessions = entry.haystack_sessions.map((turns, i): LongMemSession => {
    const id = entry.haystack_session_ids[i] ?? '';
    return { id, at: entry.haystack_dates[i] ?? 0, turns, isEvidence: evidence.has(id) };
  });
  return {
    id: entry.question_id,
    type: ABSTENTION.test(entry.question_id) ? 'abstention' : entry.question_type,
    question: entry.question,
    at: entry.question_date,
    sessions: sessions.sort((a, b) => a.at - b.at),
  };
}
