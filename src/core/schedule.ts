import { z } from 'zod';
import type { ChatAddress, Sender } from './message.js';

/** When a schedule runs. Times are milliseconds UTC. */
export const scheduleRuleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('once'), at: z.number().int() }),
  /** Five fields, read in the schedule's time zone. */
  z.strictObject({ kind: z.literal('cron'), pattern: z.string().min(1).max(120) }),
  /** By elapsed time, whatever clocks do. */
  z.strictObject({ kind: z.literal('heartbeat'), everyMs: z.number().int().positive() }),
]);
export type ScheduleRule = z.infer<typeof scheduleRuleSchema>;

/**
 * Why a schedule does not run: a person paused it, its owner may not use the assistant any more, its chat cannot be written to,
 * it failed again and again, or its rule cannot be read any more.
 */
export const SCHEDULE_PAUSES = ['person', 'access', 'unreachable', 'failures', 'broken'] as const;
export type SchedulePause = (typeof SCHEDULE_PAUSES)[number];

/** A schedule as it is stored. */
export interface Schedule {
  readonly no: number;
  readonly rule: ScheduleRule;
  /** IANA name. */
  readonly zone: string;
  /** What the assistant is to do at each run. */
  readonly prompt: string;
  /** Where its results go, without what passes: no message to reply to, no interaction. */
  readonly address: ChatAddress;
  readonly lane: string;
  /** Whose it is: each run is in this person's name. */
  readonly sender: Sender;
  /** Null: it never runs again. */
  readonly nextDue: number | null;
  /** When it was due last; null: not yet. */
  readonly lastDue: number | null;
  readonly runs: number;
  /** Runs in a row that failed. */
  readonly failures: number;
  readonly paused: SchedulePause | null;
}

/** Shortest time between two runs of a schedule: more often is a program's work, not an assistant's. */
export const MIN_SCHEDULE_MS = 5 * 60_000;
/** How many schedules one person may have at a time. */
export const MAX_SCHEDULES = 20;
/** Of what is to be done at each run. */
export const MAX_SCHEDULE_PROMPT_CHARS = 2_000;
/** A one-shot that is found so late, because nothing ran, is not done any more: its chat is told that it was missed. */
export const MAX_LATE_MS = 24 * 3_600_000;
/** After so many failures in a row a schedule is paused. */
export const MAX_SCHEDULE_FAILURES = 5;

/**
 * What a scheduled run answers when there is nothing to report: exactly this, white space around it apart. Then nothing is sent.
 */
export const NOTHING_TO_REPORT = 'HEARTBEAT_OK';

/** A schedule's number as people write it: `s12`. */
export function scheduleIdOf(no: number): string {
  return `s${no}`;
}

/** The number in `s12`, `S12` or `12`; null when the text is none. */
export function readScheduleId(text: string): number | null {
  const digits = /^s?([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
