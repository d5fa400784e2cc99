import type { Clock } from '../core/clock.js';
import { elapsedText } from '../core/elapsedText.js';
import { toWaggleError, WaggleError } from '../core/errors.js';
import { isEndOfAttempt, type TurnEventBody } from '../core/events.js';
import type { Log } from '../core/log.js';
import type { ChatAddress } from '../core/message.js';
import type { TurnOutcome } from '../core/outcome.js';
import type { Egress, Face } from '../core/ports/egress.js';
import type { FileSource } from '../core/ports/files.js';
import type { ClaimedTurn, TurnEnd } from '../core/ports/laneStore.js';
import type { Ledger } from '../core/ports/ledger.js';
import type { TurnFeed } from '../core/ports/turnFeed.js';
import type { RunBackground, RunTurn } from '../core/ports/turnRunner.js';
import type { Untold } from '../core/ports/untold.js';
import type { Wording } from '../core/wording.js';
import type { Governor } from '../reply/governor.js';
import { type DeliveryReport, openReplyStream, type ReplyStream } from '../reply/replyStream.js';
import { chosenFor } from '../runtime/personas/turnPersonas.js';
import type { SpeechToText } from '../runtime/voice/speechToText.js';
import { laneWorkspace } from '../runtime/workspace/laneWorkspace.js';
import { createAttachments } from './attachments.js';
import { backgroundMessages } from './backgroundMessages.js';
import { finishPatiently, mustLeave } from './finishTurn.js';
import { type HeldLane, laneLost, stopped } from './heldLanes.js';
import { type PerformTurnDeps, performTurn } from './performTurn.js';
import { runBackgroundClaim } from './runBackground.js';
import type { RunResult } from './runResult.js';
import { openQuietReply } from './schedules/quietReply.js';
import { runOfSchedule, type ScheduledRunDeps } from './schedules/scheduledRun.js';
import { wordingOf } from './wordingFor.js';

const replyFailed = () => new WaggleError('reply-failed', 'the reply could not be made');

export interface RunLaneDeps extends PerformTurnDeps {
  readonly ledger: Ledger;
  readonly feed: TurnFeed;
  readonly governor: Governor;
  readonly runBackground: RunBackground;
  /** Whom answers are shown to be from, by the personas that were chosen; null: the bot itself. */
  readonly faceOf: (chosen: readonly string[]) => Face | null;
  /** `WAGGLE_LANGUAGE`: our words where neither the chat nor the person has a language. */
  readonly language: string;
  /** Fetches what users of an address' channel sent; null where they can send no files. */
  readonly filesFor: (address: ChatAddress) => FileSource | null;
  /** Listens to voice messages; null: no speech model is set up. */
  readonly speech: SpeechToText | null;
  /** Keeps what is told below the next answer, where nothing can be said before. */
  readonly untold: Pick<Untold, 'add'>;
  readonly schedules: ScheduledRunDeps['schedules'];
  /** The lanes' workspaces lie in it. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly stillWorkingMs: number;
  /** Ends what is shown beside the turn; to be awaited before it ends. */
  readonly beforeEnd: (held: HeldLane) => Promise<void>;
  /** `WAGGLE_STALE_MINUTES` in milliseconds: whose turn begins so late after the message was sent is told so. 0: never. */
  readonly staleMs: number;
}

/** Runs one claimed turn: events, reply, and the transaction that ends it. Never rejects. */
export async function runClaimed(claimed: ClaimedTurn, held: HeldLane, deps: RunLaneDeps): Promise<RunResult> {
  if (claimed.lane.kind === 'bg') return runBackgroundClaim(claimed, held, deps);
  const { clock } = deps;
  const log = deps.log.child({ turn: claimed.turn, lane: claimed.lane.id });
  const [first] = claimed.messages;
  const { address } = first.message;
  const egress = deps.egressFor(address);
  const wording = wordingOf(claimed.language, first.message.sender, deps.language);
  const attachments = createAttachments({ claimed, wording, signal: held.signal }, deps);
  let face: Face | null = null;
  const run = runOfSchedule(claimed, wording, { ...deps, now: () => clock.now(), log });
  const preface = [run?.preface ?? staleLine(claimed, wording, deps.staleMs)];
  const openReply = (to: Egress): ReplyStream =>
    openReplyStream(
      {
        speaker: { lane: claimed.lane, token: claimed.token, turn: claimed.turn },
        address,
        asker: first.message.sender.user,
        egress: to,
        deliveries: claimed.deliveries,
        notBefore: claimed.notBefore,
        isTakenUp: claimed.attempt > 1,
        acceptedAt: first.acceptedAt,
        wording,
        workspace: laneWorkspace(deps.dataDir, claimed.lane.id),
        isWithdrawn: claimed.withdrawn,
        questions: claimed.questions,
        face: () => face,
        preface: () => [...preface, attachments.transcript()].filter((part) => part !== '').join('\n\n'),
        ...(first.message.inPlaceOf === undefined ? {} : { inPlaceOf: first.message.inPlaceOf }),
      },
      { governor: deps.governor, ledger: deps.ledger, clock, log, stillWorkingMs: deps.stillWorkingMs },
    );
  const reply =
    egress === null ? null : run === null ? openReply(egress) : openQuietReply(() => openReply(egress), run.show);

  const runTurn: RunTurn = (job, context) => {
    face = deps.faceOf(chosenFor(job));
    return deps.runTurn(job, context);
  };
  let seq = 0;
  const told: { last: TurnEventBody | null } = { last: null };
  const emit = (body: TurnEventBody) => {
    seq += 1;
    if (isEndOfAttempt(body)) told.last = body;
    if (reply === null) deps.feed.publish({ turn: claimed.turn, attempt: claimed.attempt, seq, ...body });
    else reply.push(body);
  };

  const undelivered = reply?.done.then((report) => {
    if (report.kind === 'lost') held.abort(laneLost());
    else if (report.kind === 'unreachable') held.abort(stopped());
    else if (report.kind === 'aborted') held.abort(replyFailed());
  });

  // A stop that comes while the last word is still on its way ends the waiting; shutdown and loss leave it to another worker.
  const giveUpDelivery = () => {
    const isStop = toWaggleError(held.signal.reason).code === 'stopped';
    // A turn that was about to wait is taken up once more, to end as stopped.
    if (!isStop || told.last !== null) reply?.abort(isStop && told.last?.type !== 'question');
  };
  held.signal.addEventListener('abort', giveUpDelivery, { once: true });

  try {
    const { transcript, jobs } = await performTurn(
      claimed,
      held,
      { emit, wording, attachments, preface },
      run,
      { ...deps, runTurn },
      log,
    );
    const ended = told.last;
    if (ended === null) throw new Error('the turn ended without a last event');
    const report: DeliveryReport = reply === null ? { kind: 'delivered' } : await reply.done;
    await undelivered;
    const why = held.signal.aborted ? toWaggleError(held.signal.reason).code : null;
    if (report.kind === 'lost') return { kind: 'left' };
    if (report.kind === 'aborted' && (why !== 'stopped' || ended.type === 'question')) {
      if (why !== 'reply-failed') return { kind: 'left' };
      // What cannot be told is given up all the same: a turn always ends.
      if (!claimed.dead) return { kind: 'broken' };
    }
    if (report.kind === 'unreachable')
      log.warn({ err: report.cause }, 'the chat cannot be reached; the answer is kept');
    const { lane, token, turn } = claimed;
    if (ended.type === 'question' && report.kind === 'delivered') {
      await deps.beforeEnd(held);
      const { id: question, kind: reason } = ended.question;
      const isMine = await deps.lanes.pause({ lane, token, turn, reason, question, now: clock.now() });
      return { kind: isMine ? 'paused' : 'left' };
    }
    const { end, outcome } = outcomeOf(ended, report, claimed.dead);
    const background = end === 'done' ? backgroundMessages(jobs, turn, first.message, clock.now()) : [];
    const ending = {
      lane,
      token,
      turn,
      end,
      outcome,
      transcript: run?.kept(transcript, ended) ?? transcript,
      background,
    };
    if (reply === null) await run?.tellLater(ended);
    await run?.settle(ended, report.kind !== 'unreachable');
    await deps.beforeEnd(held);
    const finished = await finishPatiently(ending, held, deps, log);
    log.info({ end, ms: clock.now() - first.acceptedAt, attempt: claimed.attempt }, 'turn over');
    return finished.ok
      ? { kind: 'finished', more: finished.more, hasBackground: background.length > 0 }
      : { kind: 'left' };
  } catch (thrown) {
    reply?.abort();
    await reply?.done;
    if (mustLeave(held)) return { kind: 'left' };
    log.error({ err: thrown }, 'a turn broke off and will be taken up again');
    return { kind: 'broken' };
  }
}

/** The first line of an answer to a message that waited long: decided here, once for all attempts, and not by the model. */
function staleLine(claimed: ClaimedTurn, wording: Wording, staleMs: number): string {
  const late = claimed.startedAt - claimed.messages[0].message.sentAt;
  if (staleMs === 0 || late < staleMs || claimed.stopped || claimed.dead) return '';
  return `*${wording.text('stale', { elapsed: elapsedText(late, wording) })}*`;
}

function outcomeOf(
  ended: TurnEventBody,
  report: DeliveryReport,
  isDead: boolean,
): { readonly end: TurnEnd; readonly outcome: TurnOutcome } {
  if (report.kind === 'unreachable') {
    const sentence = 'The answer could not be delivered: the chat cannot be reached.';
    return { end: 'failed', outcome: { error: { code: 'undeliverable', sentence } } };
  }
  if (report.kind === 'aborted') {
    return { end: 'stopped', outcome: { stopped: true, text: textOfEnd(ended) } };
  }
  switch (ended.type) {
    case 'final': {
      const { content, toolsUsed, usage } = ended.response;
      return { end: 'done', outcome: { text: ended.text, content, toolsUsed: [...toolsUsed], usage } };
    }
    case 'stopped':
      return { end: 'stopped', outcome: { stopped: true, text: ended.text } };
    case 'failed':
      return { end: isDead ? 'dead' : 'failed', outcome: { error: ended.error } };
    default:
      throw new Error(`${ended.type} does not end a turn`);
  }
}

function textOfEnd(ended: TurnEventBody): string {
  return ended.type === 'final' || ended.type === 'stopped' ? ended.text : '';
}
