import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { Minds } from '../../../core/ports/minds.js';
import type { SessionNotes } from '../../../core/ports/sessionNotes.js';
import type { Transcripts } from '../../../core/ports/transcripts.js';
import { WIKI_STALE } from '../../vault/withVaults.js';
import type { ReachOpener } from '../../walls/openReach.js';
import type { ToolContext, TurnScope } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';

export interface MemoryToolDeps {
  readonly minds: Minds;
  readonly transcripts: Pick<Transcripts, 'search'>;
  readonly notes: SessionNotes;
  readonly reach: Pick<ReachOpener, 'workspacesOf'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The turn that a memory tool works for: whose memory it is comes from here and never from arguments. */
export function scopeOf(context: ToolContext): TurnScope {
  if (context.scope === null) throw new ToolFailure('There is no memory outside a conversation.');
  return context.scope;
}

/** How a result begins where the write was done, and the pages of the wiki could not follow. */
export const DONE_BUT = 'Done, but ';

/** Says what went wrong with a write in words for the person, who is told of it in any case. */
export async function orNotSaved<Value>(writing: Promise<Value>): Promise<Value> {
  try {
    return await writing;
  } catch (thrown) {
    if (!(thrown instanceof WaggleError)) throw thrown;
    const { code, sentence } = thrown.toUserFacing();
    if (code === WIKI_STALE) throw new ToolFailure(`${DONE_BUT}not in the wiki. ${sentence}`, thrown);
    throw new ToolFailure(`Not saved: ${sentence}`, thrown);
  }
}
