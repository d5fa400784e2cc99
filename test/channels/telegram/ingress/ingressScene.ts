import type { InboundMessage } from '../../../../src/core/message.js';
import type { GatewayDb } from '../../../../src/store/openGatewayDb.js';
import { startTelegramServer, type TelegramServer } from '../../../platforms/telegram/telegramServer.js';
import { openTestStore, type RunningIngress, runIngress, until } from '../setup.js';

type StartArgs = Parameters<typeof runIngress> extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** A Bot API server, a store, and the receiving halves that a test starts on them. */
export interface IngressScene {
  readonly server: TelegramServer;
  readonly db: GatewayDb;
  /** What was stored, in order. */
  readonly stored: InboundMessage[];
  start(...args: StartArgs): RunningIngress;
  /** Waits until so many messages are stored. */
  storedCount(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openIngressScene(): Promise<IngressScene> {
  const server = await startTelegramServer({ bot: { username: 'WaggleBot' } });
  const db = await openTestStore();
  const running: RunningIngress[] = [];
  const stored: InboundMessage[] = [];
  return {
    server,
    db,
    stored,
    start: (...args) => {
      const one = runIngress(server, db, ...args);
      running.push(one);
      return one;
    },
    storedCount: (count) => until(() => stored.length >= count),
    close: async () => {
      for (const one of running) await one.stop();
      await db.dispose();
      await server.close();
    },
  };
}
