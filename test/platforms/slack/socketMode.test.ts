import type { App, SocketModeReceiver } from '@slack/bolt';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { clientOf, socketAppOf } from './client.js';
import type { Channel } from './people.js';
import { type SlackServer, startSlackServer } from './slackServer.js';
import type { UserRecord } from './world.js';

let server: SlackServer;
let ada: UserRecord;
let channel: Channel;
let app: App;
let receiver: SocketModeReceiver;
let events: { type: string; id: string; subtype: string | undefined; retry: unknown }[];

const eventBody = z.looseObject({
  event_id: z.string(),
  event: z.looseObject({ type: z.string(), subtype: z.string().optional() }),
});

const start = async (options: Parameters<typeof startSlackServer>[0] = {}, pongMs?: number) => {
  server = await startSlackServer({ retryMs: [60, 60, 60], ackMs: 1000, ...options });
  ada = server.user({ name: 'Ada' });
  channel = server.channel();
  ({ app, receiver } = socketAppOf(server, pongMs));
  events = [];
  app.use(async ({ body, context, next }) => {
    const parsed = eventBody.safeParse(body);
    if (parsed.success) {
      const { event, event_id: id } = parsed.data;
      events.push({ type: event.type, id, subtype: event.subtype, retry: context.retryNum });
    }
    await next();
  });
  await app.start();
};
beforeEach(() => start());
afterEach(async () => {
  await app.stop();
  await server.close();
});

const settled = () => server.waitFor(() => server.app.envelopes.every((envelope) => envelope.state !== 'waiting'));

it('a message arrives over the socket, is acknowledged and answered in its thread', async () => {
  app.message(async ({ message, say }) => {
    await say({ text: 'hello', thread_ts: message.ts });
  });
  const asked = channel.say(ada, 'hi & <b> https://example.com/?a=1&b=2');
  const answer = await channel.waitForBotMessage();
  expect(answer).toMatchObject({ text: 'hello', thread: asked.ts });
  expect(server.app.envelopes[0]?.payload).toMatchObject({
    event: {
      text: 'hi &amp; &lt;b&gt; <https://example.com/?a=1&amp;b=2>',
      user: ada.id,
      channel_type: 'channel',
      blocks: [{ type: 'rich_text' }],
    },
  });
  await settled();
  expect(server.app.envelopesOf('message')).toHaveLength(2);
  expect(channel.notifications()).toMatchObject([{ text: 'hello', thread: asked.ts }]);
  expect(server.refused()).toEqual([]);
});

it('a mention comes as two events of different ids for one ts, in either order', async () => {
  const one = channel.mention(ada, 'hello');
  channel.mention(ada, 'again', { order: 'mention-first' });
  await settled();
  expect(events.map((event) => event.type)).toEqual(['message', 'app_mention', 'app_mention', 'message']);
  expect(new Set(events.map((event) => event.id)).size).toBe(4);
  const payloads = server.app.envelopes.slice(0, 2).map((envelope) => envelope.payload.event);
  expect(payloads).toMatchObject([{ ts: one.ts }, { ts: one.ts }]);
  server.dm(ada).say(`<@${server.app.userId}> hello`);
  await settled();
  expect(events.at(-1)?.type).toBe('message');
});

it('edits, deletions and link previews arrive as changes, the app’s own too', async () => {
  const said = channel.say(ada, 'one');
  channel.edit(said, 'two');
  channel.unfurl(said);
  channel.remove(said);
  const web = clientOf(server);
  const ts = String((await web.chat.postMessage({ channel: channel.id, text: 'own' })).ts);
  await web.chat.update({ channel: channel.id, ts, text: 'edited' });
  await web.chat.delete({ channel: channel.id, ts });
  await settled();
  const subtypes = server.app.envelopes.map((envelope) => envelope.type);
  expect(subtypes).toEqual([
    'message',
    'message/message_changed',
    'message/message_changed',
    'message/message_deleted',
    'message',
    'message/message_changed',
    'message/message_deleted',
  ]);
  // Bolt drops new messages of its own, but not what happens to them.
  expect(events.map((event) => event.subtype ?? 'new')).toEqual([
    'new',
    'message_changed',
    'message_changed',
    'message_deleted',
    'message_changed',
    'message_deleted',
  ]);
  const [, edit, preview] = server.app.envelopes;
  expect(edit?.payload.event).toMatchObject({ message: { text: 'two', edited: { user: ada.id } } });
  expect(preview?.payload.event).toMatchObject({ message: { text: 'two', attachments: [{}] } });
});

it('an event that is not acknowledged comes again with its id and a retry number', async () => {
  server.app.disturbEvents({ loseAck: 1 });
  channel.say(ada, 'hello');
  await server.waitFor(() => events.length >= 2);
  server.app.disturbEvents({});
  await settled();
  expect(new Set(events.map((event) => event.id)).size).toBe(1);
  expect(events.map((event) => event.retry).slice(0, 2)).toEqual([0, 1]);
  expect(server.app.envelopes[0]?.attempts[0]?.failure).toBe('ack_lost');
});

it('events are doubled, held back and reordered on request', async () => {
  server.app.pauseEvents();
  for (const text of ['a', 'b', 'c']) channel.say(ada, text);
  server.app.resumeEvents('reversed');
  await settled();
  expect(events.map((event) => event.id)).toEqual(
    server.app.envelopes.map((envelope) => envelope.payload.event_id).reverse(),
  );
  const [first] = server.app.envelopes;
  if (first !== undefined) server.app.repeat(first);
  await server.waitFor(() => events.length === 4);
  expect(events[3]?.id).toBe(first?.payload.event_id);
  server.app.disturbEvents({ duplicate: 1 });
  channel.say(ada, 'd');
  await server.waitFor(() => events.length === 6);
  expect(events[4]?.id).toBe(events[5]?.id);
});

it('after a refresh, a drop and a freeze the client connects anew and the events come', async () => {
  await app.stop();
  await server.close();
  await start({ ackMs: 200, retryMs: Array(100).fill(60) }, 100);
  const [first] = server.app.sockets();
  server.app.refreshSockets();
  await server.waitFor(() => server.app.sockets().some((socket) => socket.id !== first?.id));
  server.app.dropSockets();
  channel.say(ada, 'said into the gap');
  expect(server.app.envelopes[0]?.attempts[0]).toMatchObject({ over: 'socket' });
  await settled();
  expect(server.app.envelopes[0]?.state).toBe('acked');
  server.app.sockets()[0]?.freeze();
  channel.say(ada, 'said to a zombie');
  await server.waitFor(() => server.app.envelopes[1]?.attempts[0]?.failure === 'timeout');
  // Without pongs the client gives the connection up by itself.
  await server.waitFor(() => server.app.sockets().length === 1 && server.app.sockets()[0]?.isOpen());
  server.app.redeliver();
  await settled();
  expect(new Set(events.map((event) => event.id)).size).toBe(2);
});

it('several sockets share the events; each goes to one', async () => {
  const second = socketAppOf(server);
  let others = 0;
  second.app.use(async ({ next }) => {
    others += 1;
    await next();
  });
  await second.app.start();
  expect(server.app.sockets()).toHaveLength(2);
  for (let n = 0; n < 6; n += 1) channel.say(ada, `m${n}`);
  await settled();
  expect(events.length + others).toBe(6);
  expect(others).toBe(3);
  await second.app.stop();
});

it('without a socket an event is tried as often as planned, then it is lost', async () => {
  await receiver.client.disconnect();
  await server.waitFor(() => server.app.sockets().length === 0);
  const { envelopes } = server.app;
  channel.say(ada, 'nobody hears');
  await settled();
  expect(envelopes[0]?.state).toBe('failed');
  expect(envelopes[0]?.attempts.map((attempt) => attempt.failure)).toEqual(Array(4).fill('no_socket'));
  const command = channel.slashCommand(ada, '/waggle', 'hi');
  await settled();
  expect(command.envelope).toMatchObject({ state: 'failed', attempts: [{ failure: 'no_socket' }] });
});

const socketUrl = async () => {
  const headers = { Authorization: `Bearer ${server.app.appToken}` };
  return String((await clientOf(server, { headers }).apps.connections.open({})).url);
};

it('a ticket is good for one connection; wrong frames are refused', async () => {
  const url = await socketUrl();
  const socket = new WebSocket(url);
  await new Promise((resolve) => socket.once('message', resolve));
  const twice = new WebSocket(url);
  const failure = await new Promise((resolve) => twice.once('error', resolve));
  expect(String(failure)).toContain('401');
  socket.send('{"envelope_id":"nonsense"}');
  await server.waitFor(() => server.refused().length > 0);
  expect(server.refused()).toMatchObject([
    { method: 'socket', outcome: { error: 'acknowledges an envelope never sent' } },
  ]);
  socket.close();
});

it('Slack leaves the TCP connection of a closed socket open, when asked to behave so', async () => {
  await app.stop();
  await server.close();
  await start({ lingeringSockets: true });
  const socket = new WebSocket(await socketUrl());
  await new Promise((resolve) => socket.once('message', resolve));
  socket.close(1000);
  await server.waitFor(() => server.app.sockets().some((entry) => !entry.isOpen()));
  channel.say(ada, 'goes to the other one');
  await settled();
  expect(socket.readyState).toBe(WebSocket.CLOSING);
  socket.terminate();
});

it('only the events that were asked for are sent', async () => {
  await app.stop();
  await server.close();
  await start({ events: ['app_mention', 'message.im'] });
  channel.mention(ada, 'hello');
  server.dm(ada).say('hello');
  await settled();
  expect(events.map((event) => event.type)).toEqual(['app_mention', 'message']);
});
