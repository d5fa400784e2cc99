import type { Clock } from '../../core/clock.js';
import type { ChatAddress, Sender } from '../../core/message.js';
import { chatKey } from '../../core/ports/egress.js';
import type { CreatedSchedule, ScheduleStore, ScheduleView } from '../../core/ports/scheduleStore.js';
import type { Principal } from '../../core/ports/turnRunner.js';
import type { Waker } from '../../core/ports/waker.js';
import { MAX_LATE_MS, MAX_SCHEDULE_PROMPT_CHARS, type Schedule } from '../../core/schedule.js';
import { redactSecretShapes } from '../../core/secrets/redactor.js';
import { scanForInjection } from '../safety/scanForInjection.js';
import { firstDue } from './nextDue.js';
import { type ParsedWhen, parseWhen } from './parseWhen.js';
import { lastingAddress, scheduleMessage } from './scheduleMessage.js';
import type { WhenFault } from './whenFault.js';

/** What is wrong with what is to be done: nothing said, too much, it reads like an attack, it holds a key. */
export type PromptFault = 'empty' | 'long' | 'unsafe' | 'secret';

export interface ScheduleRequest {
  /** What follows the time in it is what is to be done, unless `prompt` says that. */
  readonly when: string;
  readonly prompt?: string;
  readonly address: ChatAddress;
  readonly lane: string;
  readonly sender: Sender;
  /** As in `NewSchedule`. */
  readonly origin: string;
  readonly by: 'person' | 'assistant';
}

export type Added =
  | CreatedSchedule
  | { readonly outcome: 'bad-when'; readonly fault: WhenFault }
  | { readonly outcome: 'bad-prompt'; readonly fault: PromptFault };

/** What commands and tools do with schedules; whoever asks sees only what the view sees. */
export interface ScheduleBook {
  add(request: ScheduleRequest): Promise<Added>;
  list(view: ScheduleView): Promise<readonly Schedule[]>;
  find(view: ScheduleView, no: number): Promise<Schedule | null>;
  /** Deletes it and returns what it was; null: there is none. */
  remove(view: ScheduleView, no: number): Promise<Schedule | null>;
  /** Returns it as it is then; null: there is none. */
  pause(view: ScheduleView, no: number): Promise<Schedule | null>;
  /** `over`: its only time is long past. */
  resume(view: ScheduleView, no: number): Promise<Schedule | 'over' | null>;
  /** Runs it now, besides its times, once for each `origin`; null: there is none. */
  run(view: ScheduleView, no: number, origin: string): Promise<Schedule | null>;
  count(person: string): Promise<number>;
}

/** What somebody sees of schedules where they ask. */
export function scheduleViewOf(
  { person, role }: Pick<Principal, 'person' | 'role'>,
  address: ChatAddress,
): ScheduleView {
  const group = address.kind === 'group' ? chatKey(address) : null;
  return { person, group, seesAll: group !== null && (role === 'owner' || role === 'admin') };
}

export function createScheduleBook(deps: {
  readonly schedules: ScheduleStore;
  readonly waker: Pick<Waker, 'wake'>;
  readonly newTurnId: () => string;
  readonly clock: Pick<Clock, 'now'>;
  /** `WAGGLE_TIME_ZONE`. */
  readonly timeZone: string;
}): ScheduleBook {
  const { schedules, waker, clock } = deps;

  const read = ({ when, prompt }: ScheduleRequest, now: number): ParsedWhen => {
    const parsed = parseWhen(when, { now, zone: deps.timeZone });
    if (!parsed.ok || prompt === undefined) return parsed;
    return parsed.rest === '' ? { ...parsed, rest: prompt.trim() } : { ok: false, fault: 'unreadable' };
  };

  return {
    add: async (request) => {
      const now = clock.now();
      const parsed = read(request, now);
      if (!parsed.ok) return { outcome: 'bad-when', fault: parsed.fault };
      const { rule, zone, rest: prompt } = parsed;
      const fault = promptFault(prompt);
      if (fault !== null) return { outcome: 'bad-prompt', fault };
      const { lane, sender, origin, by } = request;
      const address = lastingAddress(request.address);
      const nextDue = firstDue({ rule, zone }, now);
      return schedules.create({ rule, zone, prompt, address, lane, sender, nextDue, origin, by, now });
    },
    list: (view) => schedules.list(view),
    find: (view, no) => schedules.find({ view, no }),
    remove: async (view, no) => {
      const schedule = await schedules.find({ view, no });
      return schedule !== null && (await schedules.remove({ view, no })) ? schedule : null;
    },
    pause: async (view, no) => {
      await schedules.setPaused({ view, no, paused: true });
      return schedules.find({ view, no });
    },
    resume: async (view, no) => {
      const schedule = await schedules.find({ view, no });
      if (schedule === null || schedule.paused === null) return schedule;
      const now = clock.now();
      const nextDue = firstDue(schedule, now);
      if (nextDue === null || nextDue < now - MAX_LATE_MS) return 'over';
      await schedules.setPaused({ view, no, paused: false, nextDue });
      return schedules.find({ view, no });
    },
    run: async (view, no, origin) => {
      const schedule = await schedules.find({ view, no });
      if (schedule === null) return null;
      const now = clock.now();
      const message = scheduleMessage(schedule, { dueAt: now, extra: origin });
      const lane = await schedules.fireExtra({ no, message, turn: deps.newTurnId(), now });
      if (lane !== null) waker.wake(lane);
      return schedule;
    },
    count: (person) => schedules.count(person),
  };
}

function promptFault(prompt: string): PromptFault | null {
  if (prompt === '') return 'empty';
  if ([...prompt].length > MAX_SCHEDULE_PROMPT_CHARS) return 'long';
  // It comes before the model again and again, in the person's name: what slipped in once must not.
  if (!scanForInjection(prompt, 'user_input').safe) return 'unsafe';
  return redactSecretShapes(prompt) === prompt ? null : 'secret';
}
