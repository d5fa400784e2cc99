import { fromMarkdown } from 'mdast-util-from-markdown';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTelegramChannel } from '../../../src/channels/telegram/channel.js';
import { systemClock } from '../../../src/core/clock.js';
import { type InboundMessage, textOf } from '../../../src/core/message.js';
import type { GatewayDb } from '../../../src/store/openGatewayDb.js';
import { startTelegramServer, type TelegramServer } from '../../platforms/telegram/telegramServer.js';
import { acceptInto, openTestStore, recordLog, until } from './setup.js';

let server: TelegramServer;
let db: GatewayDb & { dispose(): Promise<void> };
let stored: InboundMessage[];
let end: () => Promise<void> = async () => {};

/** Starts the channel as a process does; what ran before has ended. */
async function startChannel() {
  await end();
  const channel = createTelegramChannel(
    { account: String(server.bot.id), token: server.bot.token, apiRoot: `${server.url}/`, rate: 30 },
    {
      clock: systemClock,
      log: recordLog(),
      leases: db.leases,
      owner: 'test',
      gates: db.ledger,
      memory: db.channelMemory,
      commands: [],
      events: {
        stopPressed: async () => null,
        mayWrite: async () => true,
        forged: async () => {},
        withdrawn: async () => {},
        membershipChanged: async () => {},
        dead: async () => {},
      },
    },
  );
  const abort = new AbortController();
  const run = channel.ingress.run(acceptInto(db, stored), abort.signal);
  end = async () => {
    end = async () => {};
    abort.abort();
    await run;
    await channel.close();
  };
  const never = new AbortController().signal;
  return {
    answer: async (message: InboundMessage | undefined, text: string): Promise<string> => {
      if (message === undefined) throw new Error('nothing was stored');
      const replyTo = message.address.anchor ?? null;
      const options = { silent: false, replyTo, nonce: 'n', stopButton: null, choices: [] };
      const rendered = channel.egress.render(fromMarkdown(text));
      const sent = await channel.egress.send(message.address, rendered, options, never);
      if (!sent.ok) throw new Error(`not sent: ${sent.kind}`);
      return sent.id;
    },
    edit: (message: InboundMessage, id: string, text: string) => {
      const rendered = channel.egress.render(fromMarkdown(text));
      return channel.egress.edit(message.address, id, rendered, { stopButton: null, choices: [] }, never);
    },
  };
}

beforeEach(async () => {
  server = await startTelegramServer({ bot: { username: 'WaggleBot' } });
  db = await openTestStore();
  stored = [];
});

afterEach(async () => {
  await end();
  await db.dispose();
  await server.close();
});

it('a channel receives, answers where it was asked, and lets go of everything at its end', async () => {
  const channel = await startChannel();
  const chat = server.privateChat(501);
  chat.say('what is a bee?');
  await until(() => stored.length === 1);
  await channel.answer(stored[0], 'A **flying** insect.');
  expect(chat.botMessages()).toMatchObject([
    { text: 'A flying insect.', entities: [{ type: 'bold', offset: 2, length: 6 }] },
  ]);
  expect(server.refused()).toEqual([]);
});

describe('a group that becomes a supergroup', () => {
  it('goes on in its lane: before and after a restart, what is asked in either group is answered in the new one', async () => {
    let channel = await startChannel();
    const group = server.group({ type: 'group' });
    const asker = server.user(501);
    group.say(asker, '@WaggleBot what is a bee?');
    await until(() => stored.length === 1);
    const fresh = group.migrate();
    fresh.say(asker, '@WaggleBot and a wasp?');
    await until(() => stored.length === 2);
    expect(new Set(stored.map(({ lane }) => lane))).toEqual(new Set([`telegram:${server.bot.id}:${group.id}`]));

    // The queued turn's question stayed behind, so its answer replies to nothing.
    await channel.answer(stored[0], 'An insect.');
    const wasp = await channel.answer(stored[1], 'Another');
    expect(fresh.botMessages().map(({ text, replyTo }) => [text, replyTo])).toEqual([
      ['An insect.', undefined],
      ['Another', fresh.messages().find(({ text }) => text.includes('wasp'))?.id],
    ]);

    channel = await startChannel();
    if (stored[1] === undefined) throw new Error('nothing was stored');
    expect(await channel.edit(stored[1], wasp, 'Another one.')).toEqual({ ok: true, id: wasp });
    fresh.say(asker, '@WaggleBot thanks');
    await until(() => stored.length === 3);
    expect(stored.map((message) => [message.lane, textOf(message)])[2]).toEqual([
      `telegram:${server.bot.id}:${group.id}`,
      'thanks',
    ]);
    await channel.answer(stored[2], 'Welcome.');
    expect(fresh.botMessages().map(({ text }) => text)).toEqual(['An insect.', 'Another one.', 'Welcome.']);
    expect(group.botMessages()).toEqual([]);
    expect(server.refused()).toEqual([]);
  });
});
