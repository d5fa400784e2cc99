import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DiscordServer, startDiscordServer } from './discordServer.js';
import { routes } from './routes/table.js';

let server: DiscordServer;
let ids: Record<string, string>;

beforeEach(async () => {
  server = await startDiscordServer();
  const ada = server.user();
  const guild = server.guild({ members: [ada] });
  const channel = guild.channel('general');
  const message = channel.say(ada, 'hi');
  const own = { application: server.bot.id, token: 'unknown', interaction: '1', emoji: '%F0%9F%91%8D' };
  ids = { ...own, channel: channel.id, message: message.id, guild: guild.id, user: ada.id };
});
afterEach(() => server.close());

const value = fc.oneof(fc.jsonValue(), fc.constantFrom('', '😀', -1, 2 ** 40, [], {}, [{}], null));
const keys = ['content', 'embeds', 'components', 'attachments', 'flags', 'nonce', 'message_reference', 'type', 'data'];
const others = ['name', 'options', 'messages', 'recipient_id', 'archived', 'allowed_mentions', 'enforce_nonce'];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...keys, ...others), value, { maxKeys: 4 }),
  fc.array(fc.dictionary(fc.constantFrom('name', 'description', 'type', 'options'), value, { maxKeys: 4 }), {
    maxLength: 3,
  }),
  value,
);

it('whatever is sent to whatever route is answered as Discord answers, never by a crash', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), body, fc.boolean(), async (route, json, isLost) => {
      const path = route.pattern.replace(/:(\w+)/g, (_whole, name: string) => (isLost ? '99' : (ids[name] ?? '99')));
      const answer = await fetch(`${server.api}/v10${path}`, {
        method: route.method,
        headers: { authorization: `Bot ${server.bot.token}`, 'content-type': 'application/json' },
        ...(route.method === 'GET' ? {} : { body: JSON.stringify(json) }),
      });
      const text = await answer.text();
      expect(answer.status, text).toBeLessThan(500);
      if (answer.status >= 400)
        expect(JSON.parse(text)).toMatchObject({ message: expect.any(String), code: expect.any(Number) });
    }),
    { numRuns: 200, seed: 4 },
  );
});
