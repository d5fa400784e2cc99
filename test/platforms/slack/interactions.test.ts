import type { App, webApi } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../setup/fakeClock.js';
import { apiErrorOf, clientOf, socketAppOf } from './client.js';
import type { Channel, DirectMessages } from './people.js';
import { type SlackServer, startSlackServer } from './slackServer.js';
import type { UserRecord } from './world.js';

let server: SlackServer;
let web: webApi.WebClient;
let ada: UserRecord;
let dm: DirectMessages;
let channel: Channel;
let app: App;
let clock: FakeClock;

beforeEach(async () => {
  clock = createFakeClock();
  server = await startSlackServer({ clock });
  web = clientOf(server);
  ada = server.user({ name: 'Ada' });
  dm = server.dm(ada);
  channel = server.channel();
  ({ app } = socketAppOf(server));
  await app.start();
});
afterEach(async () => {
  await app.stop();
  await server.close();
});

const answerTo = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const stopButton = [
  { type: 'section', text: { type: 'mrkdwn', text: 'Working' } },
  {
    type: 'actions',
    elements: [{ type: 'button', text: { type: 'plain_text', text: 'Stop' }, action_id: 'stop', value: 'turn-7' }],
  },
];

describe('slash commands', () => {
  it('are acknowledged and answered by response_url, where the app is no member too', async () => {
    app.command('/waggle', async ({ command, ack, respond }) => {
      await ack();
      await respond({ text: `working on ${command.text}` });
      // Of a command neither means anything: it came from no message.
      await respond({ text: 'done', replace_original: true });
      await respond({ delete_original: true });
      await respond({ text: 'for all', response_type: 'in_channel' });
    });
    const foreign = server.channel({ apps: [] });
    const { envelope } = foreign.slashCommand(ada, '/waggle', 'help me');
    await foreign.waitForBotMessage((message) => message.text === 'for all');
    expect(envelope).toMatchObject({ kind: 'slash_commands', state: 'acked' });
    expect(foreign.ephemerals(ada.id).map((message) => message.text)).toEqual(['working on help me', 'done']);
    expect(foreign.notifications()).toEqual([]);
  });

  it('a response_url is good for five answers within thirty minutes', async () => {
    app.command('/waggle', async ({ ack }) => ack());
    const { responseUrl } = dm.slashCommand('/waggle');
    for (let n = 0; n < 5; n += 1) expect((await answerTo(responseUrl, { text: `a${n}` })).status).toBe(200);
    const sixth = await answerTo(responseUrl, { text: 'a5' });
    expect([sixth.status, await sixth.text()]).toEqual([404, 'used_url']);
    const later = dm.slashCommand('/waggle').responseUrl;
    await clock.advance(1_800_001);
    const late = await answerTo(later, { text: 'late' });
    expect([late.status, await late.text()]).toEqual([404, 'expired_url']);
    expect(dm.ephemerals()).toHaveLength(5);
    expect(server.refused()).toHaveLength(1);
    expect(server.callsOf('response_url')).toHaveLength(7);
  });

  it('faults strike answers too', async () => {
    app.command('/waggle', async ({ ack }) => ack());
    server.inject({ method: 'response_url', fault: { kind: 'page', status: 500 } });
    const { responseUrl } = dm.slashCommand('/waggle');
    expect((await answerTo(responseUrl, { text: 'x' })).status).toBe(500);
    expect((await answerTo(responseUrl, { blocks: [{ type: 'blink' }] })).status).toBe(500);
    expect(server.refused()).toMatchObject([{ method: 'response_url', outcome: { error: 'invalid_blocks' } }]);
  });
});

describe('buttons and shortcuts', () => {
  it('a button brings its value, message and thread; its message can be replaced', async () => {
    app.action('stop', async ({ ack, body, respond }) => {
      await ack();
      const pressed = body.type === 'block_actions' ? body.message?.thread_ts : undefined;
      await respond({ text: `stopped in ${pressed}`, replace_original: true });
    });
    const asked = channel.say(ada, 'go');
    await web.chat.postMessage({ channel: channel.id, thread_ts: asked.ts, text: 'Working', blocks: stopButton });
    const shown = await channel.waitForBotMessage();
    const { envelope } = channel.pressButton(ada, shown, 'Stop');
    await server.waitFor(() => shown.text === `stopped in ${asked.ts}`);
    expect(shown.blocks).toEqual([]);
    expect(envelope.payload).toMatchObject({
      type: 'block_actions',
      actions: [{ action_id: 'stop', value: 'turn-7', type: 'button' }],
      container: { thread_ts: asked.ts },
    });
    expect(() => channel.pressButton(ada, shown)).toThrow('no such control');
  });

  it('ephemeral messages have buttons too, and can be deleted', async () => {
    app.action('stop', async ({ ack, respond }) => {
      await ack();
      await respond({ delete_original: true });
    });
    await web.chat
      .postEphemeral({ channel: channel.id, user: server.dm(ada).user.id, text: 'x', blocks: stopButton })
      .catch(() => {});
    channel.join(ada);
    await web.chat.postEphemeral({ channel: channel.id, user: ada.id, text: 'x', blocks: stopButton });
    const [secret] = channel.ephemerals(ada.id);
    if (secret === undefined) throw new Error('nothing ephemeral came');
    channel.pressButton(ada, secret);
    await server.waitFor(() => channel.ephemerals().length === 0);
  });

  it('a message shortcut carries the message and opens a modal, once', async () => {
    app.shortcut('ask', async ({ ack, shortcut, client }) => {
      await ack();
      const view = {
        type: 'modal' as const,
        callback_id: 'ask',
        title: { type: 'plain_text' as const, text: 'Ask' },
        submit: { type: 'plain_text' as const, text: 'Send' },
        blocks: [
          {
            type: 'input',
            block_id: 'q',
            label: { type: 'plain_text' as const, text: 'Question' },
            element: { type: 'plain_text_input' as const, action_id: 'text' },
          },
        ],
      };
      await client.views.open({ trigger_id: shortcut.trigger_id, view });
      await client.views.open({ trigger_id: shortcut.trigger_id, view }).catch(() => {});
    });
    let submitted: unknown;
    app.view('ask', async ({ ack, view }) => {
      submitted = view.state.values.q?.text?.value;
      await (submitted === '' ? ack({ response_action: 'errors', errors: { q: 'Say something' } }) : ack());
    });
    const said = channel.say(ada, 'what is this');
    const { envelope } = channel.shortcut(ada, said, 'ask');
    const twice = await server.waitFor(() => server.callsOf('views.open')[1]?.outcome);
    const view = await server.waitFor(() => server.views(ada)[0]);
    expect(envelope.payload).toMatchObject({ type: 'message_action', message: { ts: said.ts, text: 'what is this' } });
    expect(twice).toMatchObject({ error: 'exchanged_trigger_id' });
    const empty = server.submitView(view, { text: '' });
    await server.waitFor(() => empty.state === 'acked');
    expect(server.views(ada)).toHaveLength(1);
    server.submitView(view, { text: 'why' });
    await server.waitFor(() => server.views(ada).length === 0);
    expect(submitted).toBe('why');
  });

  it('a trigger is good for three seconds', async () => {
    app.shortcut('ask', async ({ ack }) => ack());
    const { triggerId } = channel.shortcut(ada, channel.say(ada, 'x'), 'ask');
    await clock.advance(3001);
    const view = { type: 'modal' as const, title: { type: 'plain_text' as const, text: 'A' }, blocks: [] };
    expect(await apiErrorOf(web.views.open({ trigger_id: triggerId, view }))).toBe('expired_trigger_id');
  });
});

describe('assistant threads', () => {
  it('status, title and prompts stand in the thread; the status ends with an answer or by itself', async () => {
    const thread = dm.openAssistantThread(channel);
    await server.waitFor(() => server.app.envelopesOf('assistant_thread_started')[0]?.state === 'acked');
    expect(server.app.envelopes[0]?.payload.event).toMatchObject({
      assistant_thread: {
        user_id: ada.id,
        channel_id: dm.id,
        thread_ts: thread.ts,
        context: { channel_id: channel.id },
      },
    });
    const where = { channel_id: dm.id, thread_ts: thread.ts };
    await web.assistant.threads.setTitle({ ...where, title: 'About bees' });
    await web.assistant.threads.setSuggestedPrompts({ ...where, prompts: [{ title: 'Why', message: 'Why bees?' }] });
    expect(dm.assistant(thread.ts)).toMatchObject({ title: 'About bees', prompts: [{ title: 'Why' }] });
    const titled = server.app.envelopesOf('message/message_changed')[0]?.payload.event;
    expect(titled).toMatchObject({ message: { subtype: 'assistant_app_thread', text: 'About bees' } });
    const said = thread.say('Why bees?');
    expect(said.thread).toBe(thread.ts);
    await web.assistant.threads.setStatus({ ...where, status: 'is thinking...' });
    expect(dm.status(said)).toBe('is thinking...');
    await web.chat.postMessage({ channel: dm.id, thread_ts: thread.ts, text: 'Honey.' });
    expect(dm.status()).toBeUndefined();
    await web.assistant.threads.setStatus({ ...where, status: 'is thinking...' });
    await clock.advance(120_001);
    expect(dm.status(thread.ts)).toBeUndefined();
    thread.changeContext();
    expect(server.app.envelopesOf('assistant_thread_context_changed')).toHaveLength(1);
    expect(dm.notifications().map((entry) => entry.text)).toEqual(['Honey.']);
    const title = { channel_id: dm.id, thread_ts: dm.say('no assistant').ts, title: 'x' };
    expect(await apiErrorOf(web.assistant.threads.setTitle(title))).toBe('invalid_thread_ts');
  });
});

describe('native streams', () => {
  it('grow by chunks, ring once, and take no more after their end', async () => {
    const asked = dm.say('tell me');
    const stream = web.chatStream({ channel: dm.id, thread_ts: asked.ts, buffer_size: 1 });
    await stream.append({ markdown_text: 'Some **bo' });
    const early = { channel: dm.id, ts: String(dm.botMessages()[0]?.ts), text: 'x' };
    expect(await apiErrorOf(web.chat.update(early))).toBe('streaming_state_conflict');
    await stream.append({ markdown_text: 'ld** words' });
    await stream.stop();
    const [message] = dm.botMessages(asked);
    expect(message).toMatchObject({ streaming: 'completed', text: 'Some bold words' });
    expect(dm.notifications()).toHaveLength(1);
    const more = web.chat.appendStream({ channel: dm.id, ts: String(message?.ts), markdown_text: 'x' });
    expect(await apiErrorOf(more)).toBe('message_not_in_streaming_state');
    await web.chat.update({ channel: dm.id, ts: String(message?.ts), text: 'edited' });
  });

  it('need a recipient in channels, and end after five minutes', async () => {
    const asked = channel.say(ada, 'tell me');
    const where = { channel: channel.id, thread_ts: asked.ts };
    expect(await apiErrorOf(web.chat.startStream(where))).toBe('missing_recipient_user_id');
    const started = await web.chat.startStream({
      ...where,
      recipient_user_id: ada.id,
      recipient_team_id: server.team.id,
    });
    await clock.advance(300_001);
    const late = { channel: channel.id, ts: String(started.ts), markdown_text: 'late' };
    expect(await apiErrorOf(web.chat.appendStream(late))).toBe('message_not_in_streaming_state');
  });
});

describe('files', () => {
  it('go out in three steps and come in by url with the token', async () => {
    const asked = channel.say(ada, 'make a file');
    await web.files.uploadV2({
      channel_id: channel.id,
      thread_ts: asked.ts,
      initial_comment: 'here',
      file: Buffer.from('content'),
      filename: 'a.txt',
    });
    const sent = await channel.waitForBotMessage();
    expect(sent).toMatchObject({ text: 'here', thread: asked.ts, files: [{ name: 'a.txt' }] });
    expect(sent.files[0]?.bytes.toString()).toBe('content');

    dm.shareFile({ bytes: Buffer.from('bytes'), name: 'ü.pdf', mime: 'application/pdf', size: 5_000_000 }, 'look');
    const event = server.app.envelopesOf('message/file_share')[0]?.payload.event;
    expect(event).toMatchObject({
      text: 'look',
      files: [{ name: 'ü.pdf', mimetype: 'application/pdf', size: 5_000_000 }],
    });
    const file = (await web.files.info({ file: String(dm.messages()[0]?.files[0]?.id) })).file;
    const get = (headers: Record<string, string>) => fetch(String(file?.url_private_download), { headers });
    const authorization = `Bearer ${server.app.botToken}`;
    expect(Buffer.from(await (await get({ authorization })).arrayBuffer()).toString()).toBe('bytes');
    expect((await get({})).headers.get('content-type')).toContain('text/html');
  });

  it('too large, never uploaded, unknown', async () => {
    const small = await startSlackServer({ maxFileBytes: 10 });
    const ask = clientOf(small).files.getUploadURLExternal({ filename: 'a', length: 11 });
    expect(await apiErrorOf(ask)).toBe('file_upload_size_restricted');
    expect(small.refused()).toEqual([]);
    await small.close();
    const begun = await web.files.getUploadURLExternal({ filename: 'a', length: 3 });
    const complete = web.files.completeUploadExternal({
      files: [{ id: String(begun.file_id) }],
      channel_id: channel.id,
    });
    expect(await apiErrorOf(complete)).toBe('file_not_found');
    const wrongSize = await fetch(String(begun.upload_url), { method: 'POST', body: 'four' });
    expect(wrongSize.status).toBe(400);
  });
});
