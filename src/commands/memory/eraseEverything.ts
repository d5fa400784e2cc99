import type { Clock } from '../../core/clock.js';
import type { Minds } from '../../core/ports/minds.js';
import type { People } from '../../core/ports/people.js';
import type { TurnControl } from '../../core/ports/turnControl.js';
import { eraseFiles } from '../../runtime/workspace/eraseFiles.js';
import type { CommandCall } from '../registry.js';

export interface EraseDeps {
  readonly minds: Minds;
  readonly people: People;
  readonly control: TurnControl;
  /** Deletes what a person has of skills; returns how many there were. */
  readonly eraseSkills: (person: string) => Promise<number>;
  /** Ends and deletes what a lane's conversation has running and planned. */
  readonly endConversation: (lane: string) => Promise<void>;
  readonly dataDir: string;
  readonly clock: Clock;
}

/** What runs in the chat is stopped and given so long to end, in milliseconds: its end writes once more. */
const END_MS = 5_000;
const LOOK_EVERY_MS = 50;
const NEVER = new AbortController().signal;

/**
 * Deletes everything about the caller for good: his mind, what he left in the minds of workspaces, his skills, what the store has of
 * him and his files. Interrupted, it can be begun again. Returns how many things went.
 */
export function createEraseEverything({
  minds,
  people,
  control,
  eraseSkills,
  endConversation,
  dataDir,
  clock,
}: EraseDeps) {
  const waitForEnd = async ({ lane, seq }: CommandCall): Promise<void> => {
    await control.stop(lane, seq, true);
    const until = clock.now() + END_MS;
    while ((await control.status(lane)).running !== null && clock.now() < until) {
      await clock.sleep(LOOK_EVERY_MS, NEVER);
    }
  };

  return async (call: CommandCall): Promise<number> => {
    const { person } = call.principal;
    await waitForEnd(call);
    const trace = await people.traceOf(person);
    for (const lane of trace.lanes) await endConversation(lane);
    let things = await eraseFiles(dataDir, trace, clock.now());
    things += await minds.erase({ kind: 'person', person }, null);
    for (const owner of new Set([person, ...trace.accounts])) things += await eraseSkills(owner);
    for (const mind of await minds.all()) {
      if (mind.kind !== 'workspace') continue;
      for (const author of new Set([person, ...trace.accounts])) things += await minds.erase(mind, author);
    }
    return things + (await people.forget(person));
  };
}
