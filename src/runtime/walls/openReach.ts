import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import { type MemoryReach, workspaceOf } from '../../core/memory/reach.js';
import type { ChatAddress } from '../../core/message.js';
import type { Principal } from '../../core/ports/turnRunner.js';
import type { Whereabouts } from '../../core/ports/whereabouts.js';
import { reachOf } from './reachOf.js';

/** A person who has not written in a workspace for so long is no longer taken for one of its people, in milliseconds. */
const MEMBER_MS = 30 * 86_400_000;
/** A meeting is written down once in so many milliseconds. */
const NOTE_EVERY_MS = 3_600_000;
const MAX_NOTED = 10_000;

/** Whose turn it is and where. */
export interface TurnPlace {
  readonly principal: Pick<Principal, 'person' | 'account'>;
  readonly address: ChatAddress;
  readonly lane: string;
}

export interface ReachOpener {
  /** What a turn may see. Never rejects: where the whereabouts cannot be read, less is seen. */
  open(place: TurnPlace, log: Log): Promise<MemoryReach>;
  /** The workspaces of a person, the latest first: for a search of all that they are of, in their direct chat. */
  workspacesOf(person: string): Promise<readonly string[]>;
  /** Waits for what is being written down. */
  settled(): Promise<void>;
}

/** Opens the reach of turns, and writes down who was met where. */
export function createReachOpener({ whereabouts, clock }: { whereabouts: Whereabouts; clock: Clock }): ReachOpener {
  const noted = new Map<string, number>();
  const writing = new Set<Promise<void>>();

  const note = ({ principal, address, lane }: TurnPlace, log: Log) => {
    const { person } = principal;
    const key = `${person} ${lane}`;
    const now = clock.now();
    if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS) return;
    if (noted.size >= MAX_NOTED) noted.clear();
    noted.set(key, now);
    const isGroup = address.kind === 'group';
    const writes = whereabouts
      .note({ person, lane, isGroup, workspace: workspaceOf(address), now })
      .catch((thrown: unknown) => {
        noted.delete(key);
        log.warn({ err: thrown }, 'where a person was met could not be written down');
      })
      .finally(() => writing.delete(writes));
    writing.add(writes);
  };

  const workspacesOf = (person: string) => whereabouts.workspacesOf({ person, since: clock.now() - MEMBER_MS });

  return {
    open: async (place, log) => {
      note(place, log);
      const { principal, address } = place;
      if (address.kind === 'group' || workspaceOf(address) !== null) return reachOf(principal, address);
      const [workspace = null] = await workspacesOf(principal.person).catch((thrown: unknown) => {
        log.warn({ err: thrown }, 'the workspaces of a person could not be read');
        return [];
      });
      return reachOf(principal, address, { workspace });
    },
    workspacesOf,
    settled: async () => {
      await Promise.all(writing);
    },
  };
}
