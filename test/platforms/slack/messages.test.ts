import type { webApi } from '@slack/bolt';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { apiErrorOf, clientOf } from './client.js';
import type { DirectMessages } from './people.js';
import { type SlackServer, startSlackServer } from './slackServer.js';
import type { UserRecord } from './world.js';

let server: SlackServer;
let web: webApi.WebClient;
let ada: UserRecord;
let dm: DirectMessages;
const clock = createFakeClock();

beforeEach(async () => {
  server = await startSlackServer({ clock });
  web = clientOf(server);
  ada = server.user({ name: 'Ada', locale: 'de-DE' });
  dm = server.dm(ada);
});
afterEach(() => server.close());

it('auth.test and users.info say who is who', async () => {
  expect(await web.auth.test()).toMatchObject({ user_id: server.app.userId, bot_id: server.app.botId });
  const info = await web.users.info({ user: ada.id, include_locale: true });
  expect(info.user).toMatchObject({ id: ada.id, locale: 'de-DE', is_bot: false });
});

it('a post appears, an edit replaces it, a deletion removes it', async () => {
  const posted = await web.chat.postMessage({ channel: dm.id, text: 'one' });
  const ts = String(posted.ts);
  expect(dm.botMessages().map((message) => message.text)).toEqual(['one']);
  await web.chat.update({ channel: dm.id, ts, text: 'two' });
  expect(dm.botMessages()[0]).toMatchObject({ text: 'two', past: [{ text: 'one' }] });
  await web.chat.delete({ channel: dm.id, ts });
  expect(dm.messages()).toEqual([]);
  expect(await apiErrorOf(web.chat.update({ channel: dm.id, ts, text: 'three' }))).toBe('message_not_found');
  expect(server.refused()).toEqual([]);
});
