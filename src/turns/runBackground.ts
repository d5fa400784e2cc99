import type { AccessPolicy } from '../access/policy.js';
import { toWaggleError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import type { TurnOutcome } from '../core/outcome.js';
import type { ClaimedTurn, LaneStore, TurnEnd } from '../core/ports/laneStore.js';
import type { QuietLine, RunBackground } from '../core/ports/turnRunner.js';
import { readBackgroundJob } from './backgroundMessages.js';
import { journalOf } from './claimedJournal.js';
import { finishPatiently, mustLeave } from './finishTurn.js';
import type { HeldLane } from './heldLanes.js';
import { principalOf } from './principalOf.js';
import type { RunResult } from './runResult.js';
import { type QuietDeps, tellQuietly } from './tellQuietly.js';
import { wordingOf } from './wordingFor.js';

export interface BackgroundDeps extends QuietDeps {
  readonly lanes: LaneStore;
  readonly access: AccessPolicy;
  readonly runBackground: RunBackground;
  /** `WAGGLE_LANGUAGE`. */
  readonly language: string;
}

interface Ending {
  readonly end: TurnEnd;
  readonly outcome: TurnOutcome;
  /** What its chat is told. */
  readonly tell?: QuietLine;
}

const failure = (end: TurnEnd, code: string, sentence: string): Ending => ({
  end,
  outcome: { error: { code, sentence } },
});

/** Runs one job of a background lane. The log and the turn list show what became of it; its chat is told of what it left. */
export async function runBackgroundClaim(
  claimed: ClaimedTurn,
  held: HeldLane,
  deps: BackgroundDeps,
): Promise<RunResult> {
  const { lane, token, turn } = claimed;
  const log = deps.log.child({ turn, lane: lane.id, background: true });
  try {
    const { end, outcome, tell } = await perform(claimed, held, deps, log);
    if (tell !== undefined) {
      const wording = wordingOf(claimed.language, claimed.messages[0].message.sender, deps.language);
      const report = await tellQuietly(tell, claimed, held, wording, { ...deps, log });
      if (report.kind === 'lost' || (report.kind === 'aborted' && mustLeave(held))) return { kind: 'left' };
      if (report.kind !== 'delivered') log.warn({ report: report.kind }, 'the chat was not told of a background job');
    }
    const ending = { lane, token, turn, end, outcome, transcript: [], background: [] };
    const finished = await finishPatiently(ending, held, deps, log);
    log.info({ end, attempt: claimed.attempt }, 'background job over');
    return finished.ok ? { kind: 'finished', more: finished.more, hasBackground: false } : { kind: 'left' };
  } catch (thrown) {
    if (mustLeave(held)) return { kind: 'left' };
    log.error({ err: thrown }, 'a background job broke off and will be taken up again');
    return { kind: 'broken' };
  }
}

async function perform(claimed: ClaimedTurn, held: HeldLane, deps: BackgroundDeps, log: Log): Promise<Ending> {
  const { turn, attempt, lane, journal } = claimed;
  const [{ message }] = claimed.messages;
  if (claimed.dead) {
    log.error({ expiries: claimed.expiries }, 'dead letter: the background job was given up');
    return failure('dead', 'dead-letter', 'The background job was given up.');
  }
  if (claimed.stopped) return { end: 'stopped', outcome: { stopped: true, text: '' } };
  try {
    const job = readBackgroundJob(message);
    const principal = await principalOf(message, claimed, deps.access);
    const { end, text, toolsUsed, usage, tell } = await deps.runBackground(
      { turn, attempt, lane: lane.id, address: message.address, principal, journal, job },
      { journal: journalOf(claimed, held, deps), signal: held.signal },
    );
    if (end === 'failed') return failure('failed', 'background', text);
    const outcome = { text, content: text, toolsUsed: [...toolsUsed], usage };
    return { end: 'done', outcome, ...(tell === undefined ? {} : { tell }) };
  } catch (thrown) {
    if (held.signal.aborted && toWaggleError(held.signal.reason).code === 'stopped') {
      return { end: 'stopped', outcome: { stopped: true, text: '' } };
    }
    if (mustLeave(held)) throw thrown;
    log.error({ err: thrown }, 'a background job failed');
    const { code, sentence } = toWaggleError(thrown).toUserFacing();
    return failure('failed', code, sentence);
  }
}
