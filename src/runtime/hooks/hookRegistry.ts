import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import { askHook } from './askHook.js';
import { type HookContext, type HookEvent, type HookHandler, isBefore } from './hookEvent.js';

/** How many entries of the activity log are kept. */
const KEPT_ACTIVITY = 50;

/** What became of firing an event. */
export type HookVerdict = { readonly cancelled: false } | { readonly cancelled: true; readonly reason: string };

/** The place that a scoped hook is for: it runs where every given field fits. */
export interface HookScope {
  readonly workspaceId?: string;
  readonly lane?: string;
}

export interface HookActivity {
  readonly event: HookEvent;
  readonly at: number;
  readonly toolName: string | null;
  readonly handlers: number;
  readonly cancelled: boolean;
  readonly reason: string | null;
}

/** Hooks of a gateway (spec runtime 7.8). Handlers run in the order in which they came; the first cancel ends the round. */
export interface HookRegistry {
  /** Returns what takes the handler away again. */
  on(event: HookEvent, handler: HookHandler): () => void;
  /** A handler for one place only. */
  onScoped(event: HookEvent, scope: HookScope, handler: HookHandler): () => void;
  has(event: HookEvent): boolean;
  /**
   * Runs the handlers of an event. Before something happens a handler that throws, or that does not answer within ten
   * seconds, counts as a cancel: a guard that is broken keeps the door shut. Afterwards what it throws is logged.
   *
   * @throws the signal's reason when it aborts meanwhile
   */
  fire(event: HookEvent, context: HookContext, signal: AbortSignal): Promise<HookVerdict>;
  /** The last 50 events that had a handler, oldest first. */
  activity(): readonly HookActivity[];
}

interface Registration {
  readonly event: HookEvent;
  readonly scope: HookScope;
  readonly handler: HookHandler;
}

const PASS: HookVerdict = { cancelled: false };
const NO_REASON = 'No reason given';

/** A place that is not known cannot be ruled out, so hooks that guard run there too. */
function fits(scope: HookScope, context: HookContext, event: HookEvent): boolean {
  const matches = (wanted: string | undefined, given: string | undefined) =>
    wanted === undefined || wanted === given || (given === undefined && isBefore(event));
  return matches(scope.workspaceId, context.workspaceId) && matches(scope.lane, context.lane);
}

export function createHookRegistry(deps: {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Log;
}): HookRegistry {
  const { clock } = deps;
  let registrations: readonly Registration[] = [];
  let activity: readonly HookActivity[] = [];

  const add = (registration: Registration) => {
    registrations = [...registrations, registration];
    return () => {
      registrations = registrations.filter((other) => other !== registration);
    };
  };

  return {
    on: (event, handler) => add({ event, scope: {}, handler }),
    onScoped: (event, scope, handler) => add({ event, scope, handler }),
    has: (event) => registrations.some((registration) => registration.event === event),
    fire: async (event, context, signal) => {
      const asked = registrations.filter((one) => one.event === event && fits(one.scope, context, event));
      if (asked.length === 0) return PASS;
      let verdict: HookVerdict = PASS;
      let handlers = 0;
      for (const registration of asked) {
        handlers += 1;
        const answer = await askHook(registration.handler, { event, context, signal }, deps);
        if (!isBefore(event) || answer?.cancel !== true) continue;
        verdict = { cancelled: true, reason: answer.reason?.trim() || NO_REASON };
        break;
      }
      const reason = verdict.cancelled ? verdict.reason : null;
      const entry = { event, at: clock.now(), toolName: context.toolName ?? null, handlers };
      activity = [...activity, { ...entry, cancelled: verdict.cancelled, reason }].slice(-KEPT_ACTIVITY);
      return verdict;
    },
    activity: () => activity,
  };
}
