import { personOf } from '../access/policy.js';
import type { Clock } from '../core/clock.js';
import { laneKey } from '../core/lane.js';
import type { Log } from '../core/log.js';
import type { ChatAddress, InboundMessage } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { Egress } from '../core/ports/egress.js';
import type { ClaimedTurn, LaneStore, WaitingMessage } from '../core/ports/laneStore.js';
import type { Ledger } from '../core/ports/ledger.js';
import type { Wording } from '../core/wording.js';
import type { Governor } from '../reply/governor.js';
import { parseMarkdown } from '../reply/markdown/parse.js';
import { FIRST_NOTICE_MS } from '../reply/noticeBoard.js';
import type { HeldLane } from './heldLanes.js';

/**
 * Tells people whose messages wait behind a running turn how many are before theirs. The worker that holds the lane says it,
 * under its token, as a notice of the waiting turn: so it is in the ledger, and whoever runs that turn removes it first.
 */
export interface QueueNotices {
  /** A turn of this lane runs from now on. */
  begin(held: HeldLane, claimed: ClaimedTurn): void;
  /**
   * The turn is about to end: no more notices in its lane. Resolves when none is on its way any more, because the next turn
   * would have to wait for it as for a call of a dead worker.
   */
  settle(held: HeldLane): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

/** Ledger key within the waiting turn; a reply stream takes it for a notice of an earlier attempt. */
const CHUNK = 'notice:queue';
const LOOK_EVERY_MS = 1_000;
/** Messages looked at a time; those beyond are told when these are through. */
const LIMIT = 200;

/** What is known of the notice of a waiting turn. */
interface Shown {
  readonly id: string | null;
  readonly text: string;
}

export interface QueueNoticeDeps {
  readonly lanes: Pick<LaneStore, 'waitingBehind'>;
  readonly ledger: Pick<Ledger, 'deliveriesOf'>;
  readonly governor: Governor;
  readonly egressFor: (address: ChatAddress) => Egress | null;
  readonly wordingFor: (message: InboundMessage) => Promise<Wording>;
  readonly owner: string;
  readonly clock: Clock;
  readonly log: Log;
}

export function createQueueNotices(deps: QueueNoticeDeps): QueueNotices {
  const { lanes, ledger, governor, owner, clock, log } = deps;
  /** Lanes with a running turn, and whose further messages join it (mode `steer`), so that they do not wait. */
  const open = new Map<HeldLane, { readonly joins: string | null; readonly calls: Set<Promise<void>> }>();
  const shown = new Map<string, Shown>();
  /** Waiting turns whose notice is being sent or edited. */
  const busy = new Set<string>();
  let looking: Promise<void> | null = null;
  let stopTimer = () => {};

  const knownOf = async (turn: string): Promise<Shown | null> => {
    const known = shown.get(turn);
    if (known !== undefined) return known;
    const delivery = (await ledger.deliveriesOf(turn)).find(({ chunk }) => chunk === CHUNK);
    return delivery === undefined ? null : { id: delivery.messageId, text: '' };
  };

  const show = async (waiting: WaitingMessage): Promise<void> => {
    const { lane, token, turn, message, ahead } = waiting;
    // Nobody waits for a scheduled run.
    if (message.scheduled !== undefined) return;
    const { address } = message;
    const egress = deps.egressFor(address);
    if (egress === null || egress.notices === 'status') return;
    const wording = await deps.wordingFor(message);
    const text = wording.text('queue-position', { n: String(ahead) });
    const known = await knownOf(turn);
    if (known !== null && (known.id === null || known.text === text)) return;
    const rendered = egress.render(parseMarkdown(text));
    const buttons = { stopButton: turn, choices: [] };
    const replyTo = address.kind === 'group' ? (address.anchor ?? null) : null;
    const call = {
      speaker: { lane, token, turn },
      address,
      chunk: CHUNK,
      kind: known === null ? 'send' : 'edit',
      rank: 'notice',
      payload: rendered.payload,
    } as const;
    const attempt = await governor.attempt(call, egress, (signal) =>
      known?.id == null
        ? egress.send(address, rendered, { silent: true, replyTo, nonce: `${turn}/${CHUNK}`, ...buttons }, signal)
        : egress.edit(address, known.id, rendered, buttons, signal),
    );
    if (attempt.kind !== 'done') return;
    if (attempt.sent.ok) shown.set(turn, { id: attempt.sent.id, text });
    // A reader who deleted it, or a chat that takes none, is not told again.
    else if (attempt.sent.kind !== 'wait' && attempt.sent.kind !== 'retry') shown.set(turn, { id: null, text });
  };

  const look = async (): Promise<void> => {
    const rows = await lanes.waitingBehind({ owner, before: clock.now() - FIRST_NOTICE_MS, limit: LIMIT });
    const byKey = new Map([...open.keys()].map((entry) => [laneKey(entry.lane), entry]));
    for (const turn of shown.keys()) if (!rows.some((row) => row.turn === turn)) shown.delete(turn);
    for (const row of rows) {
      const holder = byKey.get(laneKey(row.lane));
      const entry = holder === undefined ? undefined : open.get(holder);
      if (entry === undefined || holder?.token !== row.token || entry.joins === row.sender) continue;
      if (busy.has(row.turn)) continue;
      busy.add(row.turn);
      const call: Promise<void> = show(row)
        .catch((thrown: unknown) => log.error({ turn: row.turn, err: thrown }, 'a queue position could not be told'))
        .finally(() => {
          busy.delete(row.turn);
          entry.calls.delete(call);
        });
      entry.calls.add(call);
    }
  };

  return {
    begin: (lane, { mode, messages: [first] }) => {
      if (lane.lane.kind !== 'main') return;
      const joins =
        mode === 'steer' && first.message.scheduled === undefined ? personIdOf(personOf(first.message)) : null;
      open.set(lane, { joins, calls: new Set() });
    },
    settle: async (lane) => {
      const calls = open.get(lane)?.calls ?? [];
      open.delete(lane);
      await Promise.all(calls);
    },
    start: () => {
      stopTimer = clock.every(LOOK_EVERY_MS, () => {
        if (looking !== null || open.size === 0) return;
        looking = look()
          .catch((thrown: unknown) => log.error({ err: thrown }, 'looking for waiting messages failed'))
          .finally(() => {
            looking = null;
          });
      });
    },
    close: async () => {
      stopTimer();
      await looking;
      await Promise.all([...open.values()].flatMap(({ calls }) => [...calls]));
    },
  };
}
