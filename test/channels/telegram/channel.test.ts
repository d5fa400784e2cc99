import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, it } from 'vitest';
import { createTelegramChannel } from '../../../src/channels/telegram/channel.js';
import { systemClock } from '../../../src/core/clock.js';
import type { InboundMessage } from '../../../src/core/message.js';
import { startTelegramServer } from '../../platforms/telegram/telegramServer.js';
import { acceptInto, openTestStore, recordLog, until } from './setup.js';

it('a channel receives, answers where it was asked, and lets go of everything at its end', async () => {
  const server = await startTelegramServer({ bot: { username: 'WaggleBot' } });
  const db = await openTestStore();
  const stored: InboundMessage[] = [];
  const channel = createTelegramChannel(
    { account: String(server.bot.id), token: server.bot.token, apiRoot: `${server.url}/`, rate: 30 },
    {
      clock: systemClock,
      log: recordLog(),
      leases: db.leases,
      owner: 'test',
      memory: db.channelMemory,
      events: {
        stopPressed: async () => null,
        withdrawn: async () => {},
        membershipChanged: async () => {},
        dead: async () => {},
      },
    },
  );
  const abort = new AbortController();
  const run = channel.ingress.run(acceptInto(db, stored), abort.signal);

  const group = server.group({ type: 'group' });
  group.say(server.user(501), '@WaggleBot what is a bee?');
  await until(() => stored.length === 1);
  const address = stored[0]?.address;
  if (address === undefined) throw new Error('nothing was stored');

  // The group moves before the answer is there: the address of the turn stays the old one.
  const fresh = group.migrate();
  const moves = () => db.channelMemory.list(`telegram:${server.bot.id}`, 'moved:');
  while ((await moves()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  const rendered = channel.egress.render(fromMarkdown('A **flying** insect.'));
  const options = { silent: false, replyTo: address.anchor ?? null, nonce: 'n', stopButton: null, choices: [] };
  expect(await channel.egress.send(address, rendered, options, abort.signal)).toMatchObject({ ok: true });
  expect(fresh.botMessages()).toMatchObject([
    { text: 'A flying insect.', entities: [{ type: 'bold', offset: 2, length: 6 }] },
  ]);
  expect(server.refused()).toEqual([]);

  abort.abort();
  await run;
  await channel.close();
  await db.dispose();
  await server.close();
});
