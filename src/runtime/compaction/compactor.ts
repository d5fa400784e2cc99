import { toWaggleError, WaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { HistoryEntry, Transcripts } from '../../core/ports/transcripts.js';
import { redactSecretShapes } from '../../core/secrets/redactor.js';
import type { Llm } from '../llm/completion.js';
import { COMPACTION_PROMPT, SUMMARY_SECTIONS } from './compactionPrompt.js';
import { COMPACT_AT_SHARE, planAsked, planCompaction } from './planCompaction.js';
import type { TokenCounter } from './tokenCounter.js';
import { transcriptText } from './transcriptText.js';
import { windowOf } from './window.js';

export interface CompactionRequest {
  /** The turn's own, within its budgets. */
  readonly llm: Llm;
  readonly lane: string;
  readonly turn: string;
  readonly model: string;
  readonly history: readonly HistoryEntry[];
  /** Everything else of the prompt: system text, new messages, tools as JSON. */
  readonly rest: readonly string[];
  readonly now: number;
  readonly signal: AbortSignal;
  /** Saves what should outlive the lines that are about to be summarised. */
  readonly flushMemory: (text: string) => Promise<void>;
  /** Somebody asked for it: the history is shortened although it would still fit. */
  readonly isAsked?: true;
}

/** A history's size. */
export interface HistorySize {
  readonly lines: number;
  readonly tokens: number;
}

/** What a turn goes on with. */
export interface CompactionResult {
  readonly history: readonly HistoryEntry[];
  /** `failed`: the history is unchanged and the person should be told. */
  readonly outcome: 'notDue' | 'done' | 'failed';
  /** The history before and after, where it was measured. */
  readonly sizes?: { readonly before: HistorySize; readonly after: HistorySize };
  /** Why it failed. */
  readonly failure?: WaggleError;
}

/** Shortens a lane's history when its prompt has grown beyond half of the model's window, or when somebody asks. */
export interface Compactor {
  compact(request: CompactionRequest): Promise<CompactionResult>;
}

/** What a summary is made of may fill this share of the window: prompt, tools and the summary itself need the rest. */
const READ_AT_ONCE_SHARE = 0.6;

/** Summaries shorter than this are no summaries. */
const MIN_SUMMARY_CHARS = 40;

const bytesOf = (text: string) => Buffer.byteLength(text);

/**
 * @param deps.windowOf context window of a model in tokens
 */
export function createCompactor(deps: {
  counter: TokenCounter;
  transcripts: Pick<Transcripts, 'compact'>;
  log: Log;
  windowOf?: (model: string) => number;
}): Compactor {
  const { counter, transcripts, log } = deps;
  const windowTokens = deps.windowOf ?? windowOf;

  const summarise = async (text: string, { llm, model, signal }: CompactionRequest): Promise<string> => {
    const messages = [
      { role: 'system' as const, content: COMPACTION_PROMPT },
      { role: 'user' as const, content: `<conversation>\n${text}\n</conversation>` },
    ];
    const request = { model, messages, tools: [], stream: false, acceptEmpty: false };
    for await (const event of llm.complete(request, signal)) {
      if (event.type !== 'done') continue;
      const summary = redactSecretShapes(event.completion.text).trim();
      const isSummary = summary.length >= MIN_SUMMARY_CHARS && summary.includes(SUMMARY_SECTIONS[0]);
      if (isSummary) return summary;
      throw new WaggleError('compaction', 'the model wrote no summary with the sections that were asked for');
    }
    throw new WaggleError('compaction', 'the model ended without a summary');
  };

  const compactOnce = async (request: CompactionRequest): Promise<CompactionResult> => {
    const { history, rest, model, lane, turn, now } = request;
    const window = windowTokens(model);
    const counts = await counter.count([...history.map((entry) => entry.content), ...rest]);
    const sized = history.map((entry, i) => ({ role: entry.role, tokens: counts[i] ?? 0 }));
    const fixed = counts.slice(history.length).reduce((sum, count) => sum + count, 0);
    const before = { lines: history.length, tokens: sized.reduce((sum, { tokens }) => sum + tokens, 0) };
    const unchanged = { history, outcome: 'notDue', sizes: { before, after: before } } as const;
    const plan = request.isAsked === true ? planAsked(sized, window) : planCompaction(sized, fixed, window);
    if (plan === null) return unchanged;
    const middle = history.slice(plan.from, plan.to);
    const first = middle[0];
    const last = middle.at(-1);
    if (first === undefined || last === undefined) return unchanged;
    const size = counts.slice(plan.from, plan.to).reduce((sum, count) => sum + count, 0);
    const chars = middle.reduce((sum, { content }) => sum + content.length, 0);
    const share = Math.min(1, (window * READ_AT_ONCE_SHARE) / size);
    const text = redactSecretShapes(transcriptText(middle, Math.floor(chars * share)));
    await request.flushMemory(text);
    const summary = await summarise(text, request);
    const [summarySize = 0] = await counter.count([summary]);
    if (request.isAsked === true && summarySize >= size) return unchanged;
    const entry = await transcripts.compact({ lane, turn, from: first.no, to: last.no, summary, now });
    log.info({ turn, lines: middle.length, chars: text.length, summary: summary.length }, 'history compacted');
    const after = { lines: before.lines - middle.length + 1, tokens: before.tokens - size + summarySize };
    return {
      history: [...history.slice(0, plan.from), entry, ...history.slice(plan.to)],
      outcome: 'done',
      sizes: { before, after },
    };
  };

  return {
    compact: async (request) => {
      // A token is at least one byte, so what is small in bytes needs no counting.
      const bytes = [...request.history.map((entry) => entry.content), ...request.rest].reduce(
        (sum, text) => sum + bytesOf(text),
        0,
      );
      if (request.isAsked !== true && bytes <= windowTokens(request.model) * COMPACT_AT_SHARE)
        return { history: request.history, outcome: 'notDue' };
      try {
        return await compactOnce(request);
      } catch (thrown) {
        if (request.signal.aborted) throw thrown;
        const failure = toWaggleError(thrown);
        log.warn({ turn: request.turn, err: failure }, 'compaction failed; the history stays as it is');
        return { history: request.history, outcome: 'failed', failure };
      }
    },
  };
}
