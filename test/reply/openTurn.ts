import type { TurnEventBody } from '../../src/core/events.js';
import type { ChatAddress } from '../../src/core/message.js';
import type { Egress } from '../../src/core/ports/egress.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { createGovernor } from '../../src/reply/governor.js';
import { type DeliveryReport, openReplyStream, type ReplyStream } from '../../src/reply/replyStream.js';
import { createRecordingLog } from '../setup/recordingLog.js';
import { conversationIn } from '../store/conversation.js';
import type { TestDb } from '../store/openTestDb.js';

const LEASE_MS = 1_000_000_000;
const STEP_MS = 100;

/** A turn whose reply is attempted by one worker after another, on a clock that runs as long as somebody waits. */
export async function openTurn({ db, clock }: TestDb, workspace: string, address: ChatAddress, egress: Egress) {
  const log = createRecordingLog();
  const governor = createGovernor({ ledger: db.ledger, clock, log });
  const talk = conversationIn(db);
  talk.now = clock.now();
  const { turn } = await talk.accept({ address });
  let token: number | null = null;

  const passUntil = async (holds: () => boolean) => {
    for (let steps = 0; !holds(); steps += 1) {
      if (steps > 3_000) throw new Error('it did not come true');
      await db.stats();
      await new Promise((resolve) => setTimeout(resolve, 2));
      await clock.advance(STEP_MS);
    }
  };
  return {
    log,
    passUntil,
    attempt: async (...events: readonly TurnEventBody[]): Promise<ReplyStream> => {
      if (token !== null) await db.lanes.release({ lane: talk.lane, token, now: clock.now() });
      const claim = { lane: talk.lane, owner: 'test', leaseMs: LEASE_MS, mode: 'queue', now: clock.now() } as const;
      const claimed = await db.lanes.claim(claim);
      if (claimed === null) throw new Error('nothing to claim');
      token = claimed.token;
      const { lane, deliveries, notBefore } = claimed;
      const stream = openReplyStream(
        {
          speaker: { lane, token, turn },
          address,
          egress,
          deliveries,
          notBefore,
          acceptedAt: talk.now,
          workspace,
          wording: wordingIn('en'),
        },
        { governor, ledger: db.ledger, clock, log, stillWorkingMs: 0 },
      );
      for (const event of events) stream.push(event);
      return stream;
    },
    over: async (stream: ReplyStream): Promise<DeliveryReport> => {
      let isOver = false;
      void stream.done.then(() => {
        isOver = true;
      });
      await passUntil(() => isOver);
      return stream.done;
    },
  };
}
