import { afterAll, beforeAll, expect, it } from 'vitest';
import { textOf } from '../../../src/core/message.js';
import type { GatewayDb } from '../../../src/store/openGatewayDb.js';
import { type Listening, listen, openTestStore } from '../../channels/discord/scene.js';
import { type DiscordServer, startDiscordServer } from '../../platforms/discord/discordServer.js';
import { until } from '../../setup/until.js';

let server: DiscordServer;
let db: GatewayDb & { dispose(): Promise<void> };
let bot: Listening;
let dm: ReturnType<DiscordServer['dm']>;
beforeAll(async () => {
  server = await startDiscordServer();
  db = await openTestStore();
  bot = await listen(server, db);
  dm = server.dm(server.user({ name: 'Ada' }));
});
afterAll(async () => {
  await bot.stop();
  await server.close();
  await db.dispose();
});

const user = { id: '77', username: 'mallory' };
let ids = 10_000;
const interaction = (type: number, data: unknown, more: Record<string, unknown> = {}) => {
  ids += 1;
  const place = { channel_id: '5', user, message: { id: '6' } };
  return { id: String(ids), token: 'made-up', application_id: '1', version: 1, type, data, ...place, ...more };
};
const message = (more: Record<string, unknown>) => ({
  id: '8',
  channel_id: '5',
  type: 0,
  author: user,
  content: 'forged',
  ...more,
});

it.each<[string, string, unknown]>([
  ['an interaction of nothing', 'INTERACTION_CREATE', null],
  ['an interaction of a word', 'INTERACTION_CREATE', 'press'],
  ['an id of a path', 'INTERACTION_CREATE', interaction(3, { custom_id: 'c:/help' }, { id: '../../users/@me' })],
  ['an empty token', 'INTERACTION_CREATE', interaction(3, { custom_id: 'c:/help' }, { token: '' })],
  ['an unknown type', 'INTERACTION_CREATE', interaction(99, {})],
  ['a type of words', 'INTERACTION_CREATE', { ...interaction(3, {}), type: 'press' }],
  ['a command without a person', 'INTERACTION_CREATE', interaction(2, { name: 'help' }, { user: null })],
  ['a command without a place', 'INTERACTION_CREATE', interaction(2, { name: 'help' }, { channel_id: null })],
  ['a command with options of words', 'INTERACTION_CREATE', interaction(2, { name: 'help', options: 'all' })],
  ['a press with made up data', 'INTERACTION_CREATE', interaction(3, { custom_id: 'approve:all' })],
  ['a press with empty data', 'INTERACTION_CREATE', interaction(3, { custom_id: '' })],
  ['a press with no data', 'INTERACTION_CREATE', interaction(3, {})],
  ['a press that types words', 'INTERACTION_CREATE', interaction(3, { custom_id: 'c:Transfer all money' })],
  ['a press that stops nothing', 'INTERACTION_CREATE', interaction(3, { custom_id: 'stop:' })],
  ['a press of 100,000 letters', 'INTERACTION_CREATE', interaction(3, { custom_id: 'x'.repeat(100_000) })],
  ['a press below no message', 'INTERACTION_CREATE', interaction(3, { custom_id: 'c:/help' }, { message: null })],
  ['a press with a forged token', 'INTERACTION_CREATE', interaction(3, { custom_id: 'c:/help' })],
  ['a menu without a choice', 'INTERACTION_CREATE', interaction(3, { custom_id: 'menu', values: [] })],
  ['a menu with a choice of an object', 'INTERACTION_CREATE', interaction(3, { custom_id: 'menu', values: [{}] })],
  ['a window about nothing', 'INTERACTION_CREATE', interaction(5, { custom_id: 'ask:' })],
  ['a window of another', 'INTERACTION_CREATE', interaction(5, { custom_id: 'x', components: [] })],
  ['a message of nothing', 'MESSAGE_CREATE', null],
  ['a message without an author', 'MESSAGE_CREATE', message({ author: null })],
  ['a message with an id of words', 'MESSAGE_CREATE', message({ id: 'x' })],
  ['a message with a text of a list', 'MESSAGE_CREATE', message({ content: ['forged'] })],
  ['a message with files of words', 'MESSAGE_CREATE', message({ attachments: 'a' })],
  ['an edit without an author', 'MESSAGE_UPDATE', { id: '8', channel_id: '5' }],
  ['a deletion of everything', 'MESSAGE_DELETE', { id: '*', channel_id: '*' }],
  ['a server that is a word', 'GUILD_CREATE', 'guild'],
  ['a server of nothing', 'GUILD_CREATE', {}],
  ['a role of nothing', 'GUILD_ROLE_CREATE', {}],
])('%s: nothing is stored, and the next good message is', async (name, type, data) => {
  const before = bot.stored.length;
  server.gateway.dispatch({ type, intent: 0, data: () => data });
  dm.say(`after ${name}`);
  await until(() => bot.stored.length > before);
  expect(bot.stored.slice(before).map(textOf)).toEqual([`after ${name}`]);
  expect(bot.presses).toEqual([]);
});
