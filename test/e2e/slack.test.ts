import { beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import type { ModelServer } from '../platforms/model/modelServer.js';
import type { SlackServer } from '../platforms/slack/slackServer.js';
import { type SlackStage, useSlackStage } from './slackStage.js';

const stage = useSlackStage();
let model: ModelServer;
let slack: SlackServer;
let start: SlackStage['start'];
beforeEach(() => {
  ({ model, slack, start } = stage());
});

const expectTidy = () => {
  expect(slack.refused()).toEqual([]);
  expect(slack.intoClosed()).toEqual([]);
};

describe('a gateway on Slack', () => {
  it('answers a mention in its thread with one message that grows, and rings with words of the answer', async () => {
    const rest = createGate();
    const answer =
      'The **tide** turns at noon. After that the water falls until six in the evening, and the sand is free.';
    model.script(() => ({ text: answer, chunkChars: 12, pauses: [{ afterChunks: 4, until: rest.opened }] }));
    await start();
    const ada = slack.user({ name: 'Ada' });
    const beach = slack.channel({ name: 'beach' });
    const asked = beach.mention(ada, 'When does the tide turn?');
    const first = await beach.waitForBotMessage((message) => slack.textOf(message).includes('noon.'));
    expect(first.thread).toBe(asked.ts);
    expect(first.blocks.at(-1)).toMatchObject({ type: 'actions' });
    rest.open();
    await slack.waitFor(() => slack.textOf(first) === answer.replaceAll('*', ''), { what: 'the whole answer' });
    await slack.waitFor(() => first.blocks.every((block) => block.type !== 'actions'), { what: 'no buttons' });
    expect(beach.botMessages()).toHaveLength(1);
    expect(beach.notifications()).toHaveLength(1);
    expect(answer.replaceAll('*', '').startsWith(beach.notifications()[0]?.text ?? '?')).toBe(true);
    expect(beach.status(asked)).toBeUndefined();
    expect(first.altered).toEqual([]);
    expectTidy();
  });

  it('sends a long answer as several whole messages in order', async () => {
    const answer = Array.from({ length: 150 }, (_, i) => `Paragraph ${i + 1} ${'word '.repeat(14).trim()}.`).join(
      '\n\n',
    );
    model.script(() => ({ text: answer, chunkChars: 400 }));
    await start();
    const dm = slack.dm(slack.user({ name: 'Ada' }));
    dm.say('Tell me everything.');
    const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');
    const shown = () =>
      words(
        dm
          .botMessages()
          .map((message) => slack.textOf(message))
          .join('\n'),
      );
    await slack.waitFor(() => shown() === words(answer), { what: 'all text in order', timeoutMs: 30_000 });
    expect(dm.botMessages().length).toBeGreaterThanOrEqual(3);
    expectTidy();
  });

  it('a send whose answer is lost stands there once, and a flooded final text lands', async () => {
    const [seen, shown] = [createGate(), createGate()];
    const pauses = [
      { afterChunks: 0, until: seen.opened },
      { afterChunks: 1, until: shown.opened },
    ];
    model.script(() => ({ text: 'First answer, quite short.', chunkChars: 14, pauses }));
    await start();
    const dm = slack.dm(slack.user({ name: 'Ada' }));
    slack.inject({ method: 'chat.postMessage', fault: { kind: 'drop-after' } });
    slack.inject({ method: 'chat.update', fault: { kind: 'flood', seconds: 2 } });
    // The sign of work stands although its answer is lost, and has to go all the same.
    slack.inject({ method: 'reactions.add', fault: { kind: 'drop-after' } });
    const said = dm.say('one');
    await slack.waitFor(() => said.reactions.has('eyes'), { what: 'a sign of work' });
    seen.open();
    await dm.waitForBotMessage(() => true);
    shown.open();
    await slack.waitFor(() => dm.botMessages().some((message) => message.blocks.every((b) => b.type !== 'actions')));
    dm.say('two');
    await slack.waitFor(() => dm.botMessages().length === 2, { timeoutMs: 20_000 });
    await slack.waitFor(
      () => dm.botMessages().every((message) => slack.textOf(message) === 'First answer, quite short.'),
      { timeoutMs: 20_000 },
    );
    expect(dm.botMessages()).toHaveLength(2);
    expect(slack.callsOf('chat.update').map(({ fault }) => fault)).toContain('flood');
    await slack.waitFor(() => dm.timeline().every((message) => message.reactions.size === 0), { what: 'no sign left' });
    expectTidy();
  });

  it('a sign of work that cannot be taken back at once holds up nobody for long, and goes', async () => {
    model.script(() => ({ text: 'An answer.', firstDelayMs: 600 }));
    await start();
    const dm = slack.dm(slack.user({ name: 'Ada' }));
    slack.inject({ method: 'reactions.remove', fault: { kind: 'flood', seconds: 1 } });
    for (const text of ['one', 'two', 'three']) dm.say(text);
    await slack.waitFor(() => dm.botMessages().length === 3, { what: 'three answers', timeoutMs: 20_000 });
    await slack.waitFor(() => dm.timeline().every((message) => message.reactions.size === 0), { what: 'no sign left' });
    // What is whole before it is first shown costs none of the few edits.
    expect(slack.callsOf('chat.update')).toEqual([]);
    expect(slack.callsOf('reactions.remove').map(({ fault }) => fault)).toContain('flood');
    expectTidy();
  });

  it('a stop button ends the turn; commands work as slash commands and with an exclamation mark', async () => {
    const never = createGate();
    model.script(() => ({
      text: 'A beginning that can be read well enough. And more of it, much more, is still to come after this.',
      chunkChars: 10,
      pauses: [{ afterChunks: 6, until: never.opened }],
    }));
    await start();
    const ada = slack.user({ name: 'Ada' });
    const room = slack.channel();
    const asked = room.mention(ada, 'go on for ever');
    const message = await room.waitForBotMessage((shown) => shown.blocks.some((block) => block.type === 'actions'));
    const pressed = room.pressButton(ada, message);
    await slack.waitFor(() => message.blocks.every((block) => block.type !== 'actions'), { what: 'the end' });
    await slack.waitFor(() => pressed.envelope.state === 'acked');
    expect(room.ephemerals(ada.id)).toHaveLength(1);
    never.open();
    const { envelope } = room.slashCommand(ada, '/waggle', 'status');
    await slack.waitFor(() => room.timeline().some((shown) => shown.app !== undefined), { what: 'the status' });
    expect(envelope.state).toBe('acked');
    room.say(ada, '!status', { thread: asked });
    await slack.waitFor(() => room.botMessages(asked).length === 2, { what: 'the status in the thread' });
    const elsewhere = slack.channel({ apps: [] });
    elsewhere.slashCommand(ada, '/waggle', 'help');
    await slack.waitFor(() => elsewhere.ephemerals(ada.id).length === 1, { what: 'help for one' });
    expectTidy();
  });

  it('works over signed HTTP as well', async () => {
    model.script(() => ({ text: 'Over HTTP too.' }));
    const running = await start({ SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: slack.app.signingSecret });
    const url = `${await running.url()}/slack/events`;
    await slack.waitForCall((call) => call.method === 'auth.test' && call.outcome?.ok === true, { timeoutMs: 20_000 });
    await expect.poll(() => slack.app.verifyUrl(url), { timeout: 10_000 }).toBe(true);
    slack.app.useHttp(url);
    const dm = slack.dm(slack.user({ name: 'Ada' }));
    dm.say('and like this?');
    await dm.waitForBotMessage((message) => slack.textOf(message) === 'Over HTTP too.', { timeoutMs: 20_000 });
    expectTidy();
  });
});
