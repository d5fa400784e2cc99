import { toWaggleError } from '../../core/errors.js';
import type { AgentMessage } from '../llm/agentMessage.js';
import { sanitiseToolResult } from '../safety/sanitiseToolResult.js';
import { parseAction } from './action.js';
import { addCall, type CallRecord, type ModelCall, NO_TOTALS } from './modelCall.js';
import { normaliseFinalText } from './normalise.js';
import type { Checkpoint, CheckpointStore, RetrievalEvent, RetrievalResult } from './retrievalRun.js';
import { ACTION_RULES, FORCED_ANSWER, MALFORMED_REPLY, NO_RESULTS } from './retrievalTexts.js';

/** Contract defaults (runtime spec 7.13). */
const MAX_STEPS = 5;
const HITS_PER_SEARCH = 8;

export interface RetrievalLoopConfig {
  readonly question: string;
  readonly call: ModelCall;
  /** Finds passages for a query, best first. They are cleaned as the output of tools is. */
  readonly search: (query: string, limit: number, signal: AbortSignal) => Promise<readonly string[]>;
  readonly signal: AbortSignal;
  readonly maxSteps?: number;
  readonly hitsPerSearch?: number;
  /** Limits in USD; reaching one ends the steps, and the forced answer is still given. */
  readonly perCallHaltUsd?: number;
  readonly maxCostUsd?: number;
  /** With both, each step is kept, and a run of the same id goes on from the last one. */
  readonly runId?: string;
  readonly checkpoints?: CheckpointStore;
  /** Shortens the messages at the beginning of a step. */
  readonly compressMessages?: (messages: readonly AgentMessage[]) => Promise<readonly AgentMessage[]>;
  /** Shortens the passages of one search. */
  readonly compressContext?: (passages: readonly string[], query: string) => Promise<readonly string[]>;
  readonly onEvent?: (event: RetrievalEvent) => void;
}

type Message = Checkpoint['messages'][number];

/**
 * Answers a question in steps of search and thought, each one JSON action of the model. Ends with a finalize action, at the
 * step limit, at a cost limit or at a failing call; without a final text one more call asks for plain prose
 * (`loopExhausted`). Errors of calls and searches are recorded, not thrown, except the signal's reason and a failure of the forced call.
 */
export async function runRetrievalAgentLoop(config: RetrievalLoopConfig): Promise<RetrievalResult> {
  const { maxSteps = MAX_STEPS, signal } = config;
  const emit = (event: RetrievalEvent) => config.onEvent?.(event);
  let run = await openRun(config, emit);
  if (run.rawResponse !== null) return resultOf(run, run.rawResponse);

  while (run.step < maxSteps && run.rawResponse === null) {
    signal.throwIfAborted();
    const step = run.step + 1;
    emit({ type: 'step_started', step });
    const next = await takeStep({ ...run, step }, config, emit);
    run = next.run;
    await config.checkpoints?.save(run);
    emit({ type: 'step_completed', step });
    if (next.isOver) break;
  }

  if (run.rawResponse !== null) {
    emit({ type: 'finalized', step: run.step });
    return resultOf(run, run.rawResponse);
  }
  emit({ type: 'loop_exhausted', step: run.step });
  signal.throwIfAborted();
  const record = await config.call([...run.messages, { role: 'user', content: FORCED_ANSWER }], signal);
  run = { ...run, totals: addCall(run.totals, record), rawResponse: record.text, loopExhausted: true };
  await config.checkpoints?.save(run);
  return resultOf(run, record.text);
}

async function openRun(config: RetrievalLoopConfig, emit: (event: RetrievalEvent) => void): Promise<Checkpoint> {
  const runId = config.runId ?? '';
  const known = runId === '' ? null : ((await config.checkpoints?.load(runId)) ?? null);
  if (known !== null) {
    emit({ type: 'recovery_resumed', runId, step: known.step });
    return known;
  }
  return {
    runId,
    step: 0,
    messages: [
      { role: 'system', content: ACTION_RULES },
      { role: 'user', content: config.question },
    ],
    totals: NO_TOTALS,
    retrievalCalls: 0,
    rawResponse: null,
    loopExhausted: false,
    errors: [],
  };
}

interface StepEnd {
  readonly run: Checkpoint;
  /** No further step may be taken. */
  readonly isOver: boolean;
}

async function takeStep(
  started: Checkpoint,
  config: RetrievalLoopConfig,
  emit: (event: RetrievalEvent) => void,
): Promise<StepEnd> {
  const run = await compress(started, config, emit);
  let record: CallRecord;
  try {
    record = await config.call(run.messages, config.signal);
  } catch (thrown) {
    config.signal.throwIfAborted();
    return { run: withError(run, toWaggleError(thrown).message), isOver: true };
  }
  const totals = addCall(run.totals, record);
  const said: Message = { role: 'assistant', content: record.text === '' ? '{}' : record.text };
  const spent: Checkpoint = { ...run, totals, messages: [...run.messages, said] };
  const limit = costLimit(record.costUsd, totals.costUsd, config);
  const action = parseAction(record.text);
  if (action?.action === 'finalize') return { run: { ...spent, rawResponse: action.response }, isOver: true };
  if (limit !== null) return { run: withError(spent, limit), isOver: true };
  if (action === null) return { run: withAnswer(spent, MALFORMED_REPLY), isOver: false };
  return { run: await retrieve(spent, action.query, config, emit), isOver: false };
}

async function retrieve(
  run: Checkpoint,
  query: string,
  config: RetrievalLoopConfig,
  emit: (event: RetrievalEvent) => void,
): Promise<Checkpoint> {
  const counted: Checkpoint = { ...run, retrievalCalls: run.retrievalCalls + 1 };
  try {
    const found = await config.search(query, config.hitsPerSearch ?? HITS_PER_SEARCH, config.signal);
    emit({ type: 'retrieval_invoked', step: run.step, query, hits: found.length });
    const kept = (await config.compressContext?.(found, query)) ?? found;
    if (kept !== found) emit({ type: 'context_compressed', before: sizeOf(found), after: sizeOf(kept) });
    const passages = kept.map(sanitiseToolResult);
    const text =
      passages.length === 0 ? NO_RESULTS : passages.map((passage, i) => `[${i + 1}] ${passage}`).join('\n\n');
    return withAnswer(counted, `Results for "${query}":\n\n${text}`);
  } catch (thrown) {
    config.signal.throwIfAborted();
    const { message } = toWaggleError(thrown);
    return withAnswer(withError(counted, message), `The search failed: ${message}. Try another query or finalize.`);
  }
}

async function compress(
  run: Checkpoint,
  config: RetrievalLoopConfig,
  emit: (event: RetrievalEvent) => void,
): Promise<Checkpoint> {
  if (config.compressMessages === undefined) return run;
  const shorter = await config.compressMessages(run.messages);
  const messages = shorter.flatMap((message): Message[] =>
    message.role === 'tool' ? [] : [{ role: message.role, content: message.content ?? '' }],
  );
  const [before, after] = [run.messages, messages].map((list) => sizeOf(list.map((message) => message.content)));
  if (before !== undefined && after !== undefined && after < before)
    emit({ type: 'messages_compressed', before, after });
  return { ...run, messages };
}

function costLimit(call: number, total: number, config: RetrievalLoopConfig): string | null {
  if (config.perCallHaltUsd !== undefined && call > config.perCallHaltUsd) {
    return `a call cost ${call} USD, more than ${config.perCallHaltUsd}`;
  }
  if (config.maxCostUsd !== undefined && total > config.maxCostUsd) {
    return `the run cost ${total} USD, more than ${config.maxCostUsd}`;
  }
  return null;
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function withError(run: Checkpoint, error: string): Checkpoint {
  return { ...run, errors: [...run.errors, error] };
}

function withAnswer(run: Checkpoint, content: string): Checkpoint {
  return { ...run, messages: [...run.messages, { role: 'user', content }] };
}

function resultOf(run: Checkpoint, rawResponse: string): RetrievalResult {
  const { text, actions } = normaliseFinalText(rawResponse);
  return {
    rawResponse,
    normalizedResponse: text,
    normalizationActions: actions,
    promptShapeName: 'retrieval',
    ...run.totals,
    loopExhausted: run.loopExhausted,
    stepsTaken: run.step,
    retrievalCalls: run.retrievalCalls,
    errors: run.errors,
  };
}
