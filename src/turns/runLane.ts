import type { AccessPolicy } from '../access/policy.js';
import type { CommandAnswer, Handoff } from '../commands/registry.js';
import { spellOut } from '../commands/spellOut.js';
import type { BackgroundJob } from '../core/backgroundJob.js';
import type { Clock } from '../core/clock.js';
import { elapsedText } from '../core/elapsedText.js';
import { toWaggleError, WaggleError } from '../core/errors.js';
import { isEndOfAttempt, type TurnEventBody } from '../core/events.js';
import type { Log } from '../core/log.js';
import { type ChatAddress, type InboundMessage, ownTextOf } from '../core/message.js';
import type { TurnOutcome } from '../core/outcome.js';
import type { Egress, Face } from '../core/ports/egress.js';
import type { FileSource } from '../core/ports/files.js';
import type { ClaimedTurn, FinishRequest, LaneStore, TurnEnd } from '../core/ports/laneStore.js';
import type { Ledger } from '../core/ports/ledger.js';
import type { TurnFeed } from '../core/ports/turnFeed.js';
import type { RunBackground, RunTurn, TurnContext, TurnJob } from '../core/ports/turnRunner.js';
import type { Untold } from '../core/ports/untold.js';
import type { Wording } from '../core/wording.js';
import type { Governor } from '../reply/governor.js';
import { type DeliveryReport, openReplyStream, type ReplyStream } from '../reply/replyStream.js';
import { chosenFor } from '../runtime/personas/turnPersonas.js';
import { userText } from '../runtime/prompt/userText.js';
import type { SpeechToText } from '../runtime/voice/speechToText.js';
import { laneWorkspace } from '../runtime/workspace/laneWorkspace.js';
import { type AskDeps, answersIn, createAsking, decidedEvent } from './askPeople.js';
import { type Attachments, createAttachments } from './attachments.js';
import { backgroundMessages } from './backgroundMessages.js';
import { journalOf } from './claimedJournal.js';
import { answerCommand, type ControlTurnDeps } from './controlTurn.js';
import { finishPatiently, mustLeave } from './finishTurn.js';
import { type HeldLane, laneLost, stopped } from './heldLanes.js';
import { inOneGo } from './inOneGo.js';
import { principalOf } from './principalOf.js';
import { runBackgroundClaim } from './runBackground.js';
import type { RunResult } from './runResult.js';
import { openQuietReply } from './schedules/quietReply.js';
import { type RunOfSchedule, runOfSchedule, type ScheduledRunDeps } from './schedules/scheduledRun.js';
import { wordingOf } from './wordingFor.js';

const replyFailed = () => new WaggleError('reply-failed', 'the reply could not be made');

export interface RunLaneDeps extends ControlTurnDeps, AskDeps {
  readonly lanes: LaneStore;
  readonly ledger: Ledger;
  readonly access: AccessPolicy;
  readonly feed: TurnFeed;
  readonly governor: Governor;
  readonly runTurn: RunTurn;
  readonly runBackground: RunBackground;
  /** Whom answers are shown to be from, by the personas that were chosen; null: the bot itself. */
  readonly faceOf: (chosen: readonly string[]) => Face | null;
  /** Without a model platforms are told so; the terminal and HTTP talk to the demo model. */
  readonly hasModel: boolean;
  /** `WAGGLE_LANGUAGE`: our words where neither the chat nor the person has a language. */
  readonly language: string;
  /** The sending half of an address' channel; null for platforms whose readers follow the turn feed. */
  readonly egressFor: (address: ChatAddress) => Egress | null;
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
    const { transcript, jobs } = await perform(
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

type Transcript = FinishRequest['transcript'];

/** What is left of a turn besides its events. */
interface Remains {
  readonly transcript: Transcript;
  readonly jobs: readonly BackgroundJob[];
}

const NOTHING: Remains = { transcript: [], jobs: [] };
type Emit = (body: TurnEventBody) => void;

/** How a turn reaches its person. */
interface Telling {
  readonly emit: Emit;
  readonly wording: Wording;
  readonly attachments: Attachments;
  /** Markdown above the answer, settled before its first word; empty lines do not count. */
  readonly preface: string[];
}

/** Lets the turn happen and returns what is left of it. The last event emitted is its end. */
async function perform(
  claimed: ClaimedTurn,
  held: HeldLane,
  telling: Telling,
  run: RunOfSchedule | null,
  deps: RunLaneDeps,
  log: Log,
): Promise<Remains> {
  const { emit, wording } = telling;
  const [first] = claimed.messages;
  const decided = decidedEvent(claimed);
  if (decided !== null) emit(decided);
  if (claimed.withdrawn) {
    emit({ type: 'stopped', text: '' });
    return NOTHING;
  }
  if (claimed.dead) {
    log.error({ expiries: claimed.expiries }, 'dead letter: the turn was given up');
    const sentence = wording.text('dead', { ref: claimed.turn.slice(0, 8) });
    emit({ type: 'failed', error: { code: 'dead-letter', sentence } });
    return NOTHING;
  }
  if (claimed.stopped) {
    emit({ type: 'stopped', text: '' });
    return NOTHING;
  }
  // What a schedule says is never a command, whoever set it.
  if (run !== null) return performScheduled(claimed, held, telling, run, deps);
  const answer = await answerCommand(claimed, wording, held.signal, deps).catch((thrown: unknown) => {
    if (held.signal.aborted) return { stopped: toWaggleError(held.signal.reason) };
    const error = toWaggleError(thrown);
    log.error({ err: thrown }, 'a command failed');
    return { failed: wording.error(error.toUserFacing()) };
  });
  if (answer !== null && 'stopped' in answer) {
    if (answer.stopped.code !== 'stopped') throw answer.stopped;
    emit({ type: 'stopped', text: '' });
    return NOTHING;
  }
  if (answer !== null && 'failed' in answer) {
    emit({ type: 'failed', error: answer.failed });
    return NOTHING;
  }
  if (answer !== null && 'silent' in answer) {
    emit({ type: 'stopped', text: '' });
    return NOTHING;
  }
  if (answer !== null && !('ask' in answer)) {
    if (deps.egressFor(first.message.address) === null) say(spellOut(answer), emit);
    else say(answer.text, emit, answer);
    return NOTHING;
  }
  if (!deps.hasModel && first.message.sender.verifiedBy === 'platform') {
    say(wording.text('no-model', {}), emit);
    return NOTHING;
  }
  if (answer === null) {
    telling.preface.push(await typoLine(claimed, wording, deps));
    return converse(claimed, held, telling, null, deps);
  }
  const { transcript, jobs } = await converse(handedOver(claimed, answer), held, telling, answer, deps);
  const [, ...rest] = transcript;
  return { transcript: [keptLine(first.message, answer), ...rest], jobs };
}

/** One run of a schedule: it sees nothing of the conversation, and nobody else's message joins it. */
async function performScheduled(
  claimed: ClaimedTurn,
  held: HeldLane,
  telling: Telling,
  run: RunOfSchedule,
  deps: RunLaneDeps,
): Promise<Remains> {
  const { emit, wording } = telling;
  const verdict = await run.begin();
  if (verdict === 'drop') {
    emit({ type: 'stopped', text: '' });
    return NOTHING;
  }
  if (verdict === 'missed') {
    say(run.missedText, emit);
    return NOTHING;
  }
  if (!deps.hasModel && claimed.messages[0].message.sender.verifiedBy === 'platform') {
    say(wording.text('no-model', {}), emit);
    return NOTHING;
  }
  return converse({ ...claimed, mode: 'queue', history: [], overheard: [] }, held, telling, null, deps);
}

/** The turn as if what a command asks for had been written. */
function handedOver(claimed: ClaimedTurn, { ask, persona }: Handoff): ClaimedTurn {
  const [{ message, ...first }, ...others] = claimed.messages;
  const asked = { ...withText(message, ask), ...(persona === undefined ? {} : { persona }) };
  return { ...claimed, messages: [{ ...first, message: asked }, ...others] };
}

/** The command's message as the conversation keeps it: what it asked for, and what was typed. */
function keptLine(typed: InboundMessage, { ask, kept = ask }: Handoff): Transcript[number] {
  return { role: 'user', content: userText(withText(typed, kept)), shown: userText(typed) };
}

/** The message with another text; files that came with it stay, and so do the words that it passes on. */
function withText(message: InboundMessage, text: string): InboundMessage {
  const rest = message.parts.filter((part) => part.type === 'file' || part.forwarded === true);
  return { ...message, parts: [{ type: 'text', text }, ...rest] };
}

/** An answer that no model wrote. */
function say(text: string, emit: Emit, more: Pick<CommandAnswer, 'choices' | 'files'> = { choices: [] }): void {
  const { choices, files = [] } = more;
  emit({ type: 'text', delta: text });
  for (const file of files) emit({ type: 'file', file });
  const response = { content: text, toolsUsed: [], usage: { inputTokens: 0, outputTokens: 0 } };
  emit({ type: 'final', response, text, ...(choices.length === 0 ? {} : { choices }) });
}

async function converse(
  claimed: ClaimedTurn,
  held: HeldLane,
  { emit, wording, attachments }: Telling,
  handoff: Handoff | null,
  deps: RunLaneDeps,
): Promise<Remains> {
  const { lanes, clock } = deps;
  const [first, ...others] = claimed.messages;
  const { lane, token, turn } = claimed;
  const principal = await principalOf(first.message, claimed, deps.access);
  const asking = createAsking(claimed, held, deps);
  const messages = await attachments.receiveAll(
    first.message,
    others.map((entry) => entry.message),
  );
  const show = claimed.preferences.isWhole ? inOneGo(emit) : emit;
  const emitWhole: Emit = (body) => show(asking.withFile(attachments.withProblems(body)));
  if (attachments.isUnheard()) {
    say('', emitWhole);
    return NOTHING;
  }
  const job: TurnJob = {
    turn,
    attempt: claimed.attempt,
    ...(continuesDeadAttempt(claimed) ? { continues: true } : {}),
    lane: lane.id,
    address: first.message.address,
    principal,
    messages,
    history: claimed.history,
    preferences: claimed.preferences,
    personas: claimed.personas.map(({ id }) => id),
    journal: claimed.journal,
    ...(claimed.questions.length === 0 ? {} : { questions: claimed.questions }),
    overheard: claimed.overheard,
    ...(handoff?.readOnly === true ? { readOnly: true } : {}),
    ...(handoff === null && first.message.scheduled === undefined ? {} : { byCommand: true }),
  };
  const context: TurnContext = {
    emit: emitWhole,
    ask: asking.ask,
    wording,
    signal: held.signal,
    journal: journalOf(claimed, held, deps),
    takeMore: async () => {
      if (claimed.mode !== 'steer') return [];
      const more = await lanes.takeMore({ lane, token, turn, now: clock.now() });
      return attachments.receive(more.map((entry) => entry.message));
    },
  };
  const result = await deps.runTurn(job, context);
  const transcript: Transcript[number][] = attachments.kept().map((message) => ({
    role: 'user',
    content: userText(message),
    shown: null,
  }));
  transcript.push(...answersIn(claimed).map((content) => ({ role: 'user', content, shown: null }) as const));
  if (result.end !== 'failed' && result.text !== '') {
    transcript.push({ role: 'assistant', content: result.text, shown: result.shown ?? null });
  }
  return { transcript, jobs: result.background ?? [] };
}

/** A process died in the middle of it, and the person may have seen that. */
function continuesDeadAttempt({ previousOwner, journal, deliveries }: ClaimedTurn): boolean {
  if (previousOwner === null) return false;
  const isText = /^(?:\d+\.)?\d+$/;
  return journal.some(({ type }) => type !== 'voided') || deliveries.some(({ chunk }) => isText.test(chunk));
}

/** The line above an answer to what looks like a command with a slip of the finger; empty for any other message. */
async function typoLine(claimed: ClaimedTurn, wording: Wording, deps: RunLaneDeps): Promise<string> {
  const text = ownTextOf(claimed.messages[0].message).trim();
  if (!/^[/!]\w/.test(text)) return '';
  const { role } = await principalOf(claimed.messages[0].message, claimed, deps.access);
  const near = deps.commands.nearName(text, role);
  if (near === null) return '';
  const name = (/^\S+/.exec(text)?.[0] ?? '').replace(/@.*/, '').replaceAll('`', '');
  return `*${wording.text('command-near', { name: `\`${name}\``, near: `\`${text.slice(0, 1)}${near}\`` })}*`;
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
