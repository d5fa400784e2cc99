import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate, type Gate } from '../platforms/gate.js';
import type { GroupChat } from '../platforms/telegram/people.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';
import { shownTexts } from './phone.js';
import { openStage, type Stage } from './stage.js';

const FIRST = 'The ferry leaves at nine.';

let stage: Stage;
let gateway: GatewayProcess;
/** What a question waits for after its first sentence. */
const gates = new Map<string, Gate>();

beforeAll(async () => {
  stage = await openStage({ telegram: { bot: { username: 'FerryBot' } } });
  stage.model.script(({ lastUser }) => {
    const question = /(q\d+)\?/.exec(lastUser)?.[1] ?? '';
    const gate = gates.get(question);
    if (gate === undefined) return { text: `${FIRST} Answer to ${question}.` };
    return { chunks: [`${FIRST} `, `Answer to ${question}.`], pauses: [{ afterChunks: 1, until: gate.opened }] };
  });
  gateway = await stage.start('ingress', { WAGGLE_OWNER: 'telegram:501' });
});
afterAll(() => stage.close());

let asked = 0;
function ask(group: GroupChat, options: { readonly thread?: number; readonly pausing?: boolean } = {}) {
  asked += 1;
  const question = `q${asked}`;
  const gate = createGate();
  if (options.pausing === true) gates.set(question, gate);
  const { thread } = options;
  group.say(stage.telegram.user(501), `@FerryBot ${question}?`, thread === undefined ? {} : { thread });
  return { answer: `${FIRST} Answer to ${question}.`, gate, question };
}

const first = (group: GroupChat) => group.waitForBotMessage(({ text }) => text.startsWith(FIRST));

describe.concurrent('a place that changes in the middle of a turn', () => {
  it('a group becomes a supergroup: the answer and what was queued land in the new one, in one conversation', async () => {
    const group = stage.telegram.group({ type: 'group' });
    const running = ask(group, { pausing: true });
    await first(group);
    const queued = ask(group);
    await stage.telegram.waitFor(() => stage.telegram.bot.pendingUpdates() === 0);
    const fresh = group.migrate();
    running.gate.open();
    await fresh.waitForBotMessage(({ text }) => text === queued.answer);
    expect(shownTexts(fresh)).toEqual([running.answer, queued.answer]);
    const next = ask(fresh);
    await fresh.waitForBotMessage(({ text }) => text === next.answer);
    const request = stage.model.requests.find(({ lastUser }) => lastUser.includes(`${next.question}?`));
    expect(JSON.stringify(request?.body.messages)).toContain(`Answer to ${queued.question}`);
  });

  it.each(['closed', 'deleted'] as const)(
    'a topic that is %s: General is told once, nothing goes astray, other topics go on',
    async (what) => {
      const group = stage.telegram.group({ forum: true });
      const topic = group.openTopic('ferries');
      const other = group.openTopic('trains');
      const lost = ask(group, { thread: topic, pausing: true });
      await first(group);
      const queued = ask(group, { thread: topic });
      await stage.telegram.waitFor(() => stage.telegram.bot.pendingUpdates() === 0);
      if (what === 'closed') group.closeTopic(topic);
      else group.deleteTopic(topic);
      lost.gate.open();
      const told = await group.waitForBotMessage(({ text }) => text.includes('could not be shown'));
      expect(told.inTopic && told.thread !== 1).toBe(false);
      expect(told.text).toBe(
        what === 'closed'
          ? 'My answer in “ferries” could not be shown: the topic was closed. Open it and ask again, or ask me here.'
          : 'My answer in “ferries” could not be shown: the topic is no more. You can ask me here.',
      );
      expect(told.entities).toMatchObject([
        { type: 'text_link', url: `https://t.me/c/${String(group.id).slice(4)}/${topic}` },
      ]);
      const fine = ask(group, { thread: other });
      await group.waitForBotMessage(({ text }) => text === fine.answer);
      const general = ask(group);
      const inGeneral = await group.waitForBotMessage(({ text }) => text === general.answer);
      expect(inGeneral.inTopic && inGeneral.thread !== 1).toBe(false);
      const isAbout = (text: string) => [lost, queued].some(({ question }) => text.includes(question));
      const astray = group.botMessages().filter(({ thread, text }) => thread !== topic && isAbout(text));
      expect(astray).toEqual([]);
      expect(group.botMessages().filter(({ text }) => text.includes('could not be shown'))).toEqual([told]);
    },
  );

  it('General is closed: whoever asked is told in private, and only if he has written there', async () => {
    const group = stage.telegram.group({ forum: true });
    const asker = stage.telegram.user(502, { name: 'Cy', languageCode: 'de' });
    const direct = stage.telegram.privateChat(asker);
    direct.say('q900?');
    await direct.waitForBotMessage(({ text }) => text.endsWith('Answer to q900.'));
    group.closeTopic(1);
    group.say(asker, '@FerryBot q901?');
    const told = await direct.waitForBotMessage(({ text }) => text.includes('konnte nicht erscheinen'));
    expect(told.text).not.toContain('q901');
    group.say(stage.telegram.user(503), '@FerryBot q902?');
    await stage.telegram.waitFor(() => gateway.log().includes('not even elsewhere can the chat be told'));
    expect(group.botMessages()).toEqual([]);
  });

  it('the bot is kicked, or muted: the turn ends, and it answers again when it may', async () => {
    const group = stage.telegram.group();
    const lost = ask(group, { pausing: true });
    await first(group);
    group.kick();
    lost.gate.open();
    await stage.model.waitFor(
      () => stage.model.requests.find(({ lastUser }) => lastUser.includes(`${lost.question}?`))?.endedAt,
    );
    group.setMember(stage.telegram.bot.user, 'member');
    const muted = stage.telegram.inject({
      method: 'sendMessage',
      chat: group.id,
      fault: {
        kind: 'status',
        code: 400,
        description: 'Bad Request: not enough rights to send text messages to the chat',
      },
    });
    ask(group);
    await stage.telegram.waitFor(() => muted.used() === 1);
    const again = ask(group);
    await group.waitForBotMessage(({ text }) => text === again.answer);
    expect(group.botMessages().filter(({ text }) => text === again.answer)).toHaveLength(1);
    expect(gateway.log()).toContain('the chat cannot be reached; the answer is kept');
  });

  it('a choice is pressed: its answer takes the place of the picker', async () => {
    const chat = stage.telegram.privateChat(stage.telegram.user(601, { name: 'Bo' }));
    chat.say('/language');
    const picker = await chat.waitForBotMessage(({ keyboard }) => keyboard !== undefined);
    const press = chat.pressButton(picker, '/language de');
    await stage.telegram.waitFor(() => press.answer !== undefined && picker.text.includes('Deutsch'));
    expect(chat.botMessages()).toHaveLength(1);
    expect(picker.keyboard).toBeUndefined();
  });
});

describe('a bot that is not ours alone', () => {
  it('with a revoked token stops with a sentence; the others go on', async () => {
    const home = makeDataDir();
    const config = join(home.dataDir, 'waggle.config.json');
    const bot = stage.telegram.addBot();
    writeFileSync(
      config,
      JSON.stringify({ telegram: [{ token: '123456:revoked-revoked-revoked-revoked-reva' }, { token: bot.token }] }),
    );
    const both = await startGatewayProcess({
      TELEGRAM_API_ROOT: stage.telegram.url,
      LITELLM_URL: stage.model.url,
      WAGGLE_ACCESS: 'open',
      WAGGLE_DATA_DIR: home.dataDir,
      WAGGLE_CONFIG: config,
    });
    const chat = stage.telegram.privateChat(stage.telegram.user(701), bot);
    chat.say('q999?');
    await chat.waitForBotMessage(({ text }) => text === `${FIRST} Answer to q999.`);
    expect(both.log()).toContain('this account stopped receiving');
    expect(both.log()).toContain('Telegram refuses the bot token: it was revoked or mistyped.');
    expect(await both.stop()).toBe(0);
    home.remove();
  });

  it('polled by two instances is named as such; every message is answered once', async () => {
    const home = makeDataDir();
    const bot = stage.telegram.addBot();
    const settings = (dataDir: string) => ({
      TELEGRAM_BOT_TOKEN: bot.token,
      TELEGRAM_API_ROOT: stage.telegram.url,
      LITELLM_URL: stage.model.url,
      WAGGLE_ACCESS: 'open',
      WAGGLE_DATA_DIR: dataDir,
    });
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => startGatewayProcess(settings(join(home.dataDir, name)))),
    );
    if (one === undefined || two === undefined) throw new Error('no gateways');
    const chat = stage.telegram.privateChat(stage.telegram.user(702), bot);
    await stage.telegram.waitForCall(({ outcome }) => outcome?.ok === false && outcome.code === 409);
    chat.say('q998?');
    await chat.waitForBotMessage(({ text }) => text === `${FIRST} Answer to q998.`);
    const named = () => `${one.log()}${two.log()}`.includes('another program polls this Telegram bot');
    expect(named()).toBe(true);
    await two.stop();
    chat.say('q997?');
    await chat.waitForBotMessage(({ text }) => text === `${FIRST} Answer to q997.`, { timeoutMs: 40_000 });
    expect(shownTexts(chat)).toHaveLength(2);
    await one.stop();
    rmSync(home.dataDir, { recursive: true, force: true });
  }, 60_000);
});
