import type { AccessPolicy } from '../access/policy.js';
import type { CommandAnswer, Handoff } from '../commands/registry.js';
import { spellOut } from '../commands/spellOut.js';
import type { BackgroundJob } from '../core/backgroundJob.js';
import { toWaggleError } from '../core/errors.js';
import type { TurnEventBody } from '../core/events.js';
import type { Log } from '../core/log.js';
import { type ChatAddress, type InboundMessage, ownTextOf } from '../core/message.js';
import type { Egress } from '../core/ports/egress.js';
import type { ClaimedTurn, FinishRequest, LaneStore } from '../core/ports/laneStore.js';
import type { RunTurn, TurnContext, TurnJob } from '../core/ports/turnRunner.js';
import type { Wording } from '../core/wording.js';
import { userText } from '../runtime/prompt/userText.js';
import { type AskDeps, answersIn, createAsking, decidedEvent } from './askPeople.js';
import type { Attachments } from './attachments.js';
import { journalOf } from './claimedJournal.js';
import { answerCommand, type ControlTurnDeps } from './controlTurn.js';
import type { HeldLane } from './heldLanes.js';
import { inOneGo } from './inOneGo.js';
import { principalOf } from './principalOf.js';
import type { RunOfSchedule } from './schedules/scheduledRun.js';

export interface PerformTurnDeps extends ControlTurnDeps, AskDeps {
  readonly lanes: LaneStore;
  readonly access: AccessPolicy;
  readonly runTurn: RunTurn;
  /** Without a model platforms are told so; the terminal and HTTP talk to the demo model. */
  readonly hasModel: boolean;
  /** The sending half of an address' channel; null for platforms whose readers follow the turn feed. */
  readonly egressFor: (address: ChatAddress) => Egress | null;
}

type Transcript = FinishRequest['transcript'];

/** What is left of a turn besides its events. */
export interface Remains {
  readonly transcript: Transcript;
  readonly jobs: readonly BackgroundJob[];
}

const NOTHING: Remains = { transcript: [], jobs: [] };
type Emit = (body: TurnEventBody) => void;

/** How a turn reaches its person. */
export interface Telling {
  readonly emit: Emit;
  readonly wording: Wording;
  readonly attachments: Attachments;
  /** Markdown above the answer, settled before its first word; empty lines do not count. */
  readonly preface: string[];
}

/** Lets the turn happen and returns what is left of it. The last event emitted is its end. */
export async function performTurn(
  claimed: ClaimedTurn,
  held: HeldLane,
  telling: Telling,
  run: RunOfSchedule | null,
  deps: PerformTurnDeps,
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
  deps: PerformTurnDeps,
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
  deps: PerformTurnDeps,
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
async function typoLine(claimed: ClaimedTurn, wording: Wording, deps: PerformTurnDeps): Promise<string> {
  const text = ownTextOf(claimed.messages[0].message).trim();
  if (!/^[/!]\w/.test(text)) return '';
  const { role } = await principalOf(claimed.messages[0].message, claimed, deps.access);
  const near = deps.commands.nearName(text, role);
  if (near === null) return '';
  const name = (/^\S+/.exec(text)?.[0] ?? '').replace(/@.*/, '').replaceAll('`', '');
  return `*${wording.text('command-near', { name: `\`${name}\``, near: `\`${text.slice(0, 1)}${near}\`` })}*`;
}
