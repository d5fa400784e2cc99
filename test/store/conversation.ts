import type { LaneKind, LaneRef } from '../../src/core/lane.js';
import type { InboundMessage } from '../../src/core/message.js';
import type { ClaimedTurn, FinishRequest, TurnEnd } from '../../src/core/ports/laneStore.js';
import type { GatewayDb } from '../../src/store/openGatewayDb.js';

export const LEASE_MS = 3000;

let made = 0;

/** A number that no other test of this file uses. */
export function fresh(): number {
  made += 1;
  return made;
}

/** A message of one text; every identity differs unless one is given. */
export function messageIn(lane: string, fields: Partial<InboundMessage> & { user?: string } = {}): InboundMessage {
  const { user = 'ada', ...rest } = fields;
  return {
    identity: `message-${fresh()}`,
    aliases: [],
    address: { platform: 'telegram', account: '42', chat: lane, kind: 'dm' },
    lane,
    sender: { user, name: user, isBot: false, verifiedBy: 'platform' },
    addressed: true,
    parts: [{ type: 'text', text: 'hello' }],
    sentAt: 1,
    ...rest,
  };
}

/** One lane as a test talks about it: short calls with a time that the test moves. */
export interface Conversation {
  readonly lane: LaneRef;
  now: number;
  accept(fields?: Partial<InboundMessage> & { user?: string; turn?: string }): Promise<{ seq: number; turn: string }>;
  claim(owner?: string, mode?: 'queue' | 'collect'): Promise<ClaimedTurn | null>;
  /** Claims and fails the test when there is nothing. */
  mustClaim(owner?: string, mode?: 'queue' | 'collect'): Promise<ClaimedTurn>;
  finish(
    claimed: Pick<ClaimedTurn, 'token' | 'turn'>,
    end?: TurnEnd,
    rest?: Partial<FinishRequest>,
  ): Promise<{ readonly ok: boolean; readonly more: boolean }>;
}

export function conversationIn(db: GatewayDb, kind: LaneKind = 'main', id = `lane-${fresh()}`): Conversation {
  const lane: LaneRef = { id, kind };
  const self: Conversation = {
    lane,
    now: 1_000_000,
    accept: async ({ turn = `turn-${fresh()}`, ...fields } = {}) => {
      const stored = await db.lanes.accept({ message: messageIn(id, fields), kind, turn, now: self.now });
      return { seq: stored.seq, turn: stored.turn };
    },
    claim: (owner = 'worker-1', mode = 'queue') =>
      db.lanes.claim({ lane, owner, leaseMs: LEASE_MS, mode, now: self.now }),
    mustClaim: async (owner, mode) => {
      const claimed = await self.claim(owner, mode);
      if (claimed === null) throw new Error(`nothing to claim in ${id}`);
      return claimed;
    },
    finish: ({ token, turn }, end = 'done', rest = {}) =>
      db.lanes.finish({
        lane,
        token,
        turn,
        end,
        outcome: { end },
        transcript: [],
        background: [],
        now: self.now,
        ...rest,
      }),
  };
  return self;
}
