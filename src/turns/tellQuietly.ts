import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import type { ChatAddress } from '../core/message.js';
import type { Egress } from '../core/ports/egress.js';
import type { ClaimedTurn, LaneStore } from '../core/ports/laneStore.js';
import type { Ledger } from '../core/ports/ledger.js';
import type { QuietLine } from '../core/ports/turnRunner.js';
import type { Untold } from '../core/ports/untold.js';
import type { Wording } from '../core/wording.js';
import type { Governor } from '../reply/governor.js';
import { type DeliveryReport, openReplyStream } from '../reply/replyStream.js';
import { laneWorkspace } from '../runtime/workspace/laneWorkspace.js';
import type { HeldLane } from './heldLanes.js';

/** How often is looked whether the conversation is quiet, and how long it is waited for, milliseconds. */
const LOOK_EVERY_MS = 1_000;
const LONGEST_WAIT_MS = 120_000;

/** Turns of the lane that are looked at. */
const LOOKED_AT = 20;

export interface QuietDeps {
  readonly lanes: Pick<LaneStore, 'turns'>;
  readonly ledger: Ledger;
  readonly governor: Governor;
  /** Null where readers follow the turn feed: there it is told below the next answer. */
  readonly egressFor: (address: ChatAddress) => Egress | null;
  readonly untold: Pick<Untold, 'add'>;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Tells a chat what came of a background job: one silent message with buttons, once however often the job is taken over, and not into
 * the middle of an answer.
 */
export async function tellQuietly(
  line: QuietLine,
  claimed: ClaimedTurn,
  held: HeldLane,
  wording: Wording,
  deps: QuietDeps,
): Promise<DeliveryReport> {
  const { clock } = deps;
  const [first] = claimed.messages;
  const { address } = first.message;
  const egress = deps.egressFor(address);
  const text = wording.text(line.key, line.args);
  const choices = line.choices.map(({ key, command }) => ({ label: wording.text(key, {}), command }));
  if (egress === null) {
    const ways = choices.map(({ label, command }) => `${label}: \`${command}\``).join(', ');
    const sentence = ways === '' ? text : `${text} (${ways})`;
    await deps.untold.add({ lane: claimed.lane.id, sentence, whole: true, now: clock.now() });
    return { kind: 'delivered' };
  }
  await untilQuiet(claimed.lane.id, held.signal, deps);
  const stream = openReplyStream(
    {
      speaker: { lane: claimed.lane, token: claimed.token, turn: claimed.turn },
      address,
      egress: {
        ...egress,
        send: (to, rendered, options, signal) => egress.send(to, rendered, { ...options, silent: true }, signal),
      },
      deliveries: claimed.deliveries,
      notBefore: claimed.notBefore,
      acceptedAt: clock.now(),
      wording,
      workspace: laneWorkspace(deps.dataDir, claimed.lane.id),
    },
    { ...deps, stillWorkingMs: 0 },
  );
  const giveUp = () => stream.abort();
  held.signal.addEventListener('abort', giveUp, { once: true });
  if (held.signal.aborted) giveUp();
  const response = { content: text, toolsUsed: [], usage: { inputTokens: 0, outputTokens: 0 } };
  stream.push({ type: 'text', delta: text });
  stream.push({ type: 'final', response, text, choices });
  try {
    return await stream.done;
  } finally {
    held.signal.removeEventListener('abort', giveUp);
  }
}

/** Waits while a turn of the conversation runs, for a while: it must not wait for ever behind a busy one. */
async function untilQuiet(lane: string, signal: AbortSignal, { lanes, clock }: QuietDeps): Promise<void> {
  const end = clock.now() + LONGEST_WAIT_MS;
  while (clock.now() < end) {
    const turns = await lanes.turns({ lane: { id: lane, kind: 'main' }, limit: LOOKED_AT });
    if (!turns.some(({ state }) => state === 'running')) return;
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}
