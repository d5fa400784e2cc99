import type { AccessPolicy } from '../../access/policy.js';
import { cutText } from '../../core/cutText.js';
import { elapsedText } from '../../core/elapsedText.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { TurnEventBody } from '../../core/events.js';
import type { Log } from '../../core/log.js';
import { type InboundMessage, type ScheduledRun, textOf } from '../../core/message.js';
import type { ClaimedTurn, FinishRequest } from '../../core/ports/laneStore.js';
import type { ScheduleRunEnd, ScheduleStore } from '../../core/ports/scheduleStore.js';
import type { Untold } from '../../core/ports/untold.js';
import { MAX_LATE_MS, MAX_SCHEDULE_FAILURES, NOTHING_TO_REPORT, scheduleIdOf } from '../../core/schedule.js';
import type { Wording } from '../../core/wording.js';
import { timeText } from '../../runtime/schedules/timeText.js';

/** A run that begins later than this after its time says so, milliseconds. */
const LATE_MS = 10 * 60_000;
/** Of a result that is told below the next answer. */
const UNTOLD_CHARS = 400;

export interface ScheduledRunDeps {
  readonly schedules: Pick<ScheduleStore, 'ofRun' | 'settle' | 'halt'>;
  readonly access: AccessPolicy;
  readonly untold: Pick<Untold, 'add'>;
  readonly now: () => number;
  readonly log: Log;
}

/** The run of a schedule around its turn: whether it happens, what its chat sees of it, and what becomes of the schedule. */
export interface RunOfSchedule {
  /** `drop`: it does not happen, without a word; `missed`: its time is too long over. */
  begin(): Promise<'go' | 'drop' | 'missed'>;
  /** What the chat sees of the turn's end; null: nothing. */
  show(end: TurnEventBody, hasFiles: boolean): TurnEventBody | null;
  /** Stands before the answer of a run that comes late; empty in time. */
  readonly preface: string;
  readonly missedText: string;
  /** The transcript of the turn, without runs that had nothing to say. */
  kept(transcript: FinishRequest['transcript'], end: TurnEventBody): FinishRequest['transcript'];
  /** Keeps a result for a conversation whose readers ask for answers: it is told below the next one. */
  tellLater(end: TurnEventBody): Promise<void>;
  /** Notes how it ended. `isReached`: the chat could be written to. */
  settle(end: TurnEventBody, isReached: boolean): Promise<void>;
}

/** Null: a person wrote the turn's message. */
export function runOfSchedule(claimed: ClaimedTurn, wording: Wording, deps: ScheduledRunDeps): RunOfSchedule | null {
  const { scheduled } = claimed.messages[0].message;
  return scheduled === undefined ? null : createRun(scheduled, claimed, wording, deps);
}

function createRun(run: ScheduledRun, claimed: ClaimedTurn, wording: Wording, deps: ScheduledRunDeps): RunOfSchedule {
  const { schedules, access, log } = deps;
  const [first] = claimed.messages;
  const { message } = first;
  const { no, kind, dueAt, isExtra } = run;
  const id = scheduleIdOf(no);
  const lateMs = isExtra === true ? 0 : claimed.startedAt - dueAt;
  let zone = 'UTC';
  let failures = 0;

  const isSilent = (end: TurnEventBody) => end.type === 'final' && end.response.content.trim() === NOTHING_TO_REPORT;

  const shownFailure = (end: Extract<TurnEventBody, { type: 'failed' }>): TurnEventBody | null => {
    const willPause = kind !== 'once' && failures + 1 >= MAX_SCHEDULE_FAILURES;
    // Told once: a watcher that fails each half hour is not to fill the chat.
    if (failures > 0 && !willPause) return null;
    const { sentence } = wording.error(end.error);
    const key = willPause ? 'schedule-failed-paused' : kind === 'once' ? 'schedule-failed-once' : 'schedule-failed';
    const n = String(failures + 1);
    return { type: 'failed', error: { code: 'schedule-run', sentence: wording.text(key, { id, n, why: sentence }) } };
  };

  return {
    begin: async () => {
      const schedule = await schedules.ofRun(no);
      if (schedule === null) return 'drop';
      if (schedule.paused === 'person' && isExtra !== true) return 'drop';
      ({ zone, failures } = schedule);
      const decision = await access.decide(message, claimed.standing);
      if (!decision.allowed || decision.role === 'guest') {
        log.warn({ schedule: id }, 'the person of this schedule may not use it any more; it is paused');
        await schedules.halt({ no, why: 'access', now: deps.now() });
        return 'drop';
      }
      const isMissed = kind === 'once' && isExtra !== true && first.acceptedAt - dueAt > MAX_LATE_MS;
      return isMissed ? 'missed' : 'go';
    },
    show: (end, hasFiles) => {
      if (end.type === 'failed') return shownFailure(end);
      if (end.type === 'stopped') return null;
      return isSilent(end) && !hasFiles ? null : end;
    },
    preface:
      kind === 'heartbeat' || lateMs < LATE_MS
        ? ''
        : `*${wording.text('schedule-late', { id, elapsed: elapsedText(lateMs, wording) })}*`,
    get missedText() {
      return wording.text('schedule-missed', {
        id,
        time: timeText(dueAt, zone, wording.language),
        what: whatText(message),
      });
    },
    kept: (transcript, end) =>
      end.type !== 'final' || isSilent(end)
        ? []
        : transcript.map((line) =>
            line.role === 'user' ? { ...line, content: `[scheduled run ${id}] ${line.content}` } : line,
          ),
    tellLater: async (end) => {
      const shown = end.type === 'final' && !isSilent(end) ? end.text : null;
      const failed = end.type === 'failed' ? shownFailure(end) : null;
      const text = shown ?? (failed?.type === 'failed' ? failed.error.sentence : null);
      if (text === null) return;
      const words = escapeMarkdown(cutText(text.replace(/\s+/g, ' ').trim(), UNTOLD_CHARS), 2 * UNTOLD_CHARS);
      const sentence = wording.text('schedule-result', { id, text: words });
      await deps.untold.add({ lane: claimed.lane.id, sentence, whole: true, now: deps.now() });
    },
    settle: async (end, isReached) => {
      const how = endOf(end, isReached);
      if (how === null) return;
      const paused = await schedules.settle({ no, turn: claimed.turn, end: how, now: deps.now() });
      if (paused !== null) log.warn({ schedule: id, why: paused }, 'this schedule is paused');
    },
  };
}

function whatText(message: InboundMessage): string {
  return escapeMarkdown(cutText(textOf(message).replace(/\s+/g, ' '), UNTOLD_CHARS), 2 * UNTOLD_CHARS);
}

/** Null: it says nothing about the schedule. */
function endOf(end: TurnEventBody, isReached: boolean): ScheduleRunEnd | null {
  if (!isReached) return 'unreachable';
  if (end.type === 'final') return 'done';
  return end.type === 'failed' ? 'failed' : null;
}
