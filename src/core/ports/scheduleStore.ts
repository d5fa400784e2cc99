import type { LaneRef } from '../lane.js';
import type { InboundMessage } from '../message.js';
import type { Schedule, SchedulePause } from '../schedule.js';

/** Which schedules somebody may see and change: the store filters by it, so nobody else's can be named. */
export interface ScheduleView {
  /** The person's key. */
  readonly person: string;
  /** `chatKey` of the group in which is asked: only what goes to that group; null in a direct chat: everything of the person's. */
  readonly group: string | null;
  /** An admin in a group: everybody's that goes to it. */
  readonly seesAll: boolean;
}

export interface NewSchedule
  extends Pick<Schedule, 'rule' | 'zone' | 'prompt' | 'address' | 'lane' | 'sender' | 'nextDue'> {
  /** The same for every try to make the same one: a call that is run again makes no second. */
  readonly origin: string;
  readonly by: 'person' | 'assistant';
  readonly now: number;
}

export type CreatedSchedule =
  | { readonly outcome: 'created' | 'known'; readonly schedule: Schedule }
  /** The person has as many as one may have. */
  | { readonly outcome: 'full' };

export interface FireRequest {
  readonly no: number;
  /** As it was read: when the schedule is due at another time by now, or paused, nothing happens. */
  readonly dueAt: number;
  /** When it is due after that; null: never again. */
  readonly nextDue: number | null;
  readonly message: InboundMessage;
  readonly turn: string;
  readonly now: number;
}

export type Fired =
  | { readonly outcome: 'fired'; readonly lane: LaneRef; readonly turn: string }
  /** The run before is not over: this one is left out. */
  | { readonly outcome: 'skipped' }
  /** Another process was first, or it was changed, paused or deleted meanwhile. */
  | { readonly outcome: 'taken' };

/** How a run ended, for what becomes of its schedule. */
export type ScheduleRunEnd = 'done' | 'failed' | 'unreachable';

/**
 * What is to be done later and again. Each method is one transaction. A due run becomes a message of its lane, in the transaction that
 * moves the schedule on: so it happens once, whichever process finds it and whenever one dies.
 */
export interface ScheduleStore {
  create(request: NewSchedule): Promise<CreatedSchedule>;
  /** Those that have not ended, the next one to run first. */
  list(view: ScheduleView): Promise<readonly Schedule[]>;
  find(request: { readonly view: ScheduleView; readonly no: number }): Promise<Schedule | null>;
  /** Deletes it; false: there is none that the view sees. What runs at the moment goes on. */
  remove(request: { readonly view: ScheduleView; readonly no: number }): Promise<boolean>;
  /** Pauses it, or lets it go on from `nextDue`. False: there is none that the view sees, or it has ended. */
  setPaused(
    request: { readonly view: ScheduleView; readonly no: number } & (
      | { readonly paused: true }
      | { readonly paused: false; readonly nextDue: number }
    ),
  ): Promise<boolean>;
  /** How many of the person's have not ended. */
  count(person: string): Promise<number>;

  /** What is due at `now`, the oldest first. Cheap: meant to be polled. */
  due(request: { readonly now: number; readonly limit: number }): Promise<readonly Schedule[]>;
  fire(request: FireRequest): Promise<Fired>;
  /** A run outside of its times, once for each identity of a message. Null: there is no such schedule, or the same was asked for before. */
  fireExtra(request: Pick<FireRequest, 'no' | 'message' | 'turn' | 'now'>): Promise<LaneRef | null>;
  /** The schedule of a run, whoever asks; null: it was deleted. */
  ofRun(no: number): Promise<Schedule | null>;
  /** Notes how a run ended, once for each turn, and pauses the schedule where it must not go on. Returns the pause that holds. */
  settle(request: {
    readonly no: number;
    readonly turn: string;
    readonly end: ScheduleRunEnd;
    readonly now: number;
  }): Promise<SchedulePause | null>;
  /** Pauses it, whoever asks. What pauses a schedule besides its people stands in the audit trail. */
  halt(request: { readonly no: number; readonly why: SchedulePause; readonly now: number }): Promise<void>;
}
