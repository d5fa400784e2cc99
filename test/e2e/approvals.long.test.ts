import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runWaggle } from '../cli/commandLine.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import { startTelegramServer, type TelegramServer } from '../platforms/telegram/telegramServer.js';
import type { StoredMessage } from '../platforms/telegram/world.js';
import { playCalls, ranIn, startAskingGateway, untilPaused } from './askingGateway.js';
import { type GatewayProcess, makeDataDir } from './gateway.js';

let model: ModelServer;
let telegram: TelegramServer;
let home: ReturnType<typeof makeDataDir>;
let gateway: GatewayProcess | null = null;

beforeEach(async () => {
  home = makeDataDir();
  model = await startModelServer();
  telegram = await startTelegramServer({ rates: 'off', pollDelays: false });
});

afterEach(async () => {
  await gateway?.child.stop();
  gateway = null;
  await telegram.close();
  await model.close();
  home.remove();
});

const start = async (settings: Readonly<Record<string, string>> = {}) => {
  gateway = await startAskingGateway({
    TELEGRAM_BOT_TOKEN: telegram.bot.token,
    TELEGRAM_API_ROOT: telegram.url,
    LITELLM_URL: model.url,
    WAGGLE_OWNER: 'telegram:11',
    WAGGLE_DATA_DIR: home.dataDir,
    ...settings,
  });
  return gateway;
};

const owner = (): PrivateChat => telegram.privateChat(telegram.user(11, { name: 'Olga' }));
const member = (): PrivateChat => telegram.privateChat(telegram.user(12, { name: 'Max' }));

const WIPE = { name: 'wipe', arguments: { disk: 'backup' } };
const buttonsOf = (message: StoredMessage) =>
  (message.keyboard?.inline_keyboard ?? []).flat().flatMap((button) => button.callback_data ?? []);
const isQuestion = (message: StoredMessage) => message.text.startsWith('May I run');
const questionIn = (chat: PrivateChat, fits = isQuestion) =>
  chat.waitForBotMessage((message) => fits(message) && buttonsOf(message).length > 0, { timeoutMs: 20_000 });
const idOf = (message: StoredMessage) => /\/approve (\w{7})/.exec(message.text)?.[1] ?? 'none';
const press = (chat: PrivateChat, message: StoredMessage, what: 'approve' | 'deny') => {
  const data = buttonsOf(message).find((button) => button.startsWith(`/${what} `)) ?? '';
  return chat.pressButton(message, data);
};
const waitForText = (chat: PrivateChat, text: string) =>
  chat.waitForBotMessage((message) => message.text === text, { timeoutMs: 20_000 });
const shown = (chat: PrivateChat) => chat.botMessages().map(({ text }) => text);

describe('an owner on Telegram', { timeout: 60_000 }, () => {
  it('sees the exact call with two buttons, approves it, and it runs once', async () => {
    const results = playCalls(model, [WIPE], ([result]) => `So: ${result}.`, 'Then I clean up the old copies.');
    await start();
    const chat = owner();
    chat.say('please wipe the backup');
    const question = await questionIn(chat);
    expect(question.text).toContain('May I run wipe?');
    expect(question.text).toContain('"disk": "backup"');
    expect(question.text).toContain('30 minutes');
    expect(question.silent).toBe(false);
    expect(ranIn(home.dataDir)).toEqual([]);

    chat.say('/status');
    await chat.waitForBotMessage(({ text }) => text.includes('Waiting for an answer'));
    chat.say('and what is the weather?');

    const pressed = press(chat, question, 'approve');
    await waitForText(chat, 'So: wipe is done.');
    await telegram.waitFor(() => pressed.answer !== undefined, { what: 'an answer to the press' });
    expect(pressed.answer?.text).toBe('Approved by Olga.');
    await telegram.waitFor(() => buttonsOf(question).length === 0, { what: 'the buttons gone' });
    expect(question.text).toContain('Approved by Olga.');
    expect(ranIn(home.dataDir)).toEqual(['wipe {"disk":"backup"}']);
    expect(results).toEqual(['wipe is done']);
    await waitForText(chat, 'About: and what is the weather?');
    const texts = shown(chat);
    expect(texts.indexOf('So: wipe is done.')).toBeGreaterThan(texts.findIndex((text) => text.startsWith('May I')));
    expect(telegram.refused()).toEqual([]);
  });

  it('denies: the model is told by whom, and a late or doubled press changes nothing', async () => {
    const results = playCalls(model, [WIPE], () => 'Left alone.');
    await start();
    const chat = owner();
    chat.say('please wipe the backup');
    const question = await questionIn(chat);
    const id = idOf(question);
    const first = press(chat, question, 'deny');
    const second = press(chat, question, 'approve');
    await waitForText(chat, 'Left alone.');
    await telegram.waitFor(() => first.answer !== undefined && second.answer !== undefined, { what: 'both answered' });
    expect(first.answer?.text).toBe('Denied by Olga.');
    expect(second.answer?.text).toBe('This was decided already. Denied by Olga.');
    expect(results[0]).toMatch(/^Not run: wipe was denied by Olga\./);
    chat.say(`/approve ${id}`);
    await waitForText(chat, 'This was decided already. Denied by Olga.');
    expect(ranIn(home.dataDir)).toEqual([]);
  });

  it('says no by silence, and the message says so', async () => {
    const results = playCalls(model, [WIPE], () => 'Nobody answered.');
    await start({ TEST_TTL_MS: '1500' });
    const chat = owner();
    chat.say('please wipe the backup');
    const question = await questionIn(chat);
    await waitForText(chat, 'Nobody answered.');
    expect(results[0]).toMatch(/^Not run: nobody approved wipe within 1 min/);
    await telegram.waitFor(() => buttonsOf(question).length === 0, { what: 'the buttons gone' });
    expect(question.text).toContain('Nobody answered in time: not done.');
    expect(ranIn(home.dataDir)).toEqual([]);
  });

  it('stops a turn that waits, by /stop, and what waits behind it goes on', async () => {
    playCalls(model, [WIPE], () => 'Never said.');
    await start();
    const chat = owner();
    chat.say('please wipe the backup');
    const question = await questionIn(chat);
    chat.say('and the weather?');
    chat.say('/stop');
    await waitForText(chat, 'About: and the weather?');
    await telegram.waitFor(() => buttonsOf(question).length === 0, { what: 'the buttons gone' });
    expect(question.text).toContain('Stopped: not done.');
    expect(ranIn(home.dataDir)).toEqual([]);
    expect(model.requests).toHaveLength(2);
  });

  it('edits the message: the question goes, and an old button is for nothing', async () => {
    playCalls(model, [WIPE], () => 'Never said.');
    await start();
    const chat = owner();
    const asked = chat.say('please wipe the backup');
    const question = await questionIn(chat);
    const id = idOf(question);
    chat.edit(asked, 'never mind');
    await waitForText(chat, 'About: never mind');
    expect(question.deletedAt).toBeDefined();
    chat.say(`/approve ${id}`);
    await waitForText(chat, 'This was decided already. Stopped: not done.');
    expect(ranIn(home.dataDir)).toEqual([]);
    expect(shown(chat)).toHaveLength(2);
  });

  it('is asked for each of several calls of a round, one after the other, and none runs twice', async () => {
    const calls = [WIPE, { name: 'look_up', arguments: {} }, { name: 'send_money', arguments: { eur: 5 } }];
    const results = playCalls(model, calls, (all) => `Got ${all.length}.`);
    await start();
    const chat = owner();
    chat.say('please do all of it');
    const first = await questionIn(chat);
    press(chat, first, 'approve');
    const second = await questionIn(chat, (message) => isQuestion(message) && message.id !== first.id);
    press(chat, second, 'deny');
    await waitForText(chat, 'Got 3.');
    expect([...ranIn(home.dataDir)].sort()).toEqual(
      [first, second]
        .flatMap((question) =>
          question.text.includes('Approved')
            ? [question.text.includes('wipe') ? 'wipe {"disk":"backup"}' : 'send_money {"eur":5}']
            : [],
        )
        .concat('look_up {}')
        .sort(),
    );
    expect(results).toHaveLength(3);
    expect(results[1]).toBe('look_up is done');
  });

  it('gets the whole of a long call as a file, and sees what is hidden in it', async () => {
    const text = `rm -rf \u202e/home ${'x'.repeat(3000)}`;
    playCalls(model, [{ name: 'wipe', arguments: { text } }], () => 'Done.');
    await start();
    const chat = owner();
    chat.say('please wipe the backup');
    const question = await questionIn(chat);
    expect(question.text).toContain('rm -rf \\u202e/home');
    expect(question.text).toContain('Shortened; the whole call comes as a file.');
    const file = await chat.waitForBotMessage(({ media }) => media !== undefined);
    expect(file.media?.name).toBe(`call-${idOf(question)}.json`);
    press(chat, question, 'approve');
    await waitForText(chat, 'Done.');
    expect(ranIn(home.dataDir)).toEqual([`wipe ${JSON.stringify({ text })}`]);
  });
});

describe('a member on Telegram', { timeout: 60_000 }, () => {
  it('cannot approve; an owner does from another chat, after seeing the call', async () => {
    playCalls(model, [WIPE], ([result]) => `So: ${result}.`);
    await start();
    const [chat, boss] = [member(), owner()];
    chat.say('please wipe the backup');
    const question = await questionIn(chat);
    const pressed = press(chat, question, 'approve');
    await telegram.waitFor(() => pressed.answer !== undefined, { what: 'an answer to the press' });
    expect(pressed.answer?.text).toBe('This is for somebody else to decide.');
    chat.say(`/approve ${idOf(question)}`);
    await waitForText(chat, 'That command is not for you.');

    boss.say(`/approve ${idOf(question)}`);
    const seen = await boss.waitForBotMessage((message) => buttonsOf(message).length === 2);
    expect(seen.text).toContain('"disk": "backup"');
    expect(ranIn(home.dataDir)).toEqual([]);
    boss.pressButton(seen, `/approve ${idOf(question)} yes`);
    await waitForText(chat, 'So: wipe is done.');
    await boss.waitForBotMessage(({ text }) => text === 'Approved by Olga.');
    await telegram.waitFor(() => question.text.includes('Approved by Olga.'), { what: 'the question closed' });
    expect(ranIn(home.dataDir)).toHaveLength(1);
  });

  it('who is let in no longer gets nothing run, even with an approval', async () => {
    const results = playCalls(model, [WIPE], () => 'Left alone.');
    await start({ WAGGLE_ACCESS: 'pairing' });
    const place = { dataDir: home.dataDir, cwd: home.dataDir };
    const who = `telegram:${telegram.bot.id}/12`;
    await runWaggle(['access', 'grant', who, 'member'], place);
    const [chat, boss] = [member(), owner()];
    chat.say('please wipe the backup');
    const id = idOf(await questionIn(chat));
    expect((await runWaggle(['access', 'revoke', who], place)).code).toBe(0);
    boss.say(`/approve ${id}`);
    const seen = await boss.waitForBotMessage((message) => buttonsOf(message).length === 2);
    boss.pressButton(seen, `/approve ${id} yes`);
    await chat.waitForBotMessage(({ text }) => text.includes('do not know you yet'));
    expect(results).toEqual([]);
    expect(ranIn(home.dataDir)).toEqual([]);
  });

  it('denies his own', async () => {
    playCalls(model, [WIPE], () => 'Left alone.');
    await start();
    const chat = member();
    chat.say('please wipe the backup');
    press(chat, await questionIn(chat), 'deny');
    await waitForText(chat, 'Left alone.');
  });

  it("presses another's button in a group, and so does a stranger, in vain", async () => {
    playCalls(model, [WIPE], ([result]) => `So: ${result}.`);
    await start();
    const [olga, max] = [telegram.user(11, { name: 'Olga' }), telegram.user(12, { name: 'Max' })];
    const group = telegram.group();
    for (const person of [olga, max]) group.setMember(person, 'member');
    group.say(max, `@${telegram.bot.username} please wipe the backup`);
    const question = await group.waitForBotMessage((message) => buttonsOf(message).length > 0, { timeoutMs: 20_000 });
    const data = buttonsOf(question)[0] ?? '';
    const vain = group.pressButton(max, question, data);
    await telegram.waitFor(() => vain.answer !== undefined, { what: 'an answer to the press' });
    expect(vain.answer?.text).toBe('This is for somebody else to decide.');
    expect(ranIn(home.dataDir)).toEqual([]);
    group.pressButton(olga, question, data);
    await group.waitForBotMessage(({ text }) => text === 'So: wipe is done.', { timeoutMs: 20_000 });
  });
});

describe('a question to the person', { timeout: 60_000 }, () => {
  const ask = (args: Record<string, unknown>) => ({
    name: 'ask_user',
    arguments: { question: 'Which **disk**?', ...args },
  });

  it('is answered by the next message, which belongs to the turn', async () => {
    const results = playCalls(model, [ask({})], ([result]) => `I see. ${result}`);
    await start();
    const chat = owner();
    chat.say('please tidy up');
    const question = await chat.waitForBotMessage(({ text }) => text.startsWith('Which disk?'), { timeoutMs: 20_000 });
    chat.say('the small one');
    await waitForText(chat, 'I see. The user answered: the small one');
    expect(results).toEqual(['The user answered: the small one']);
    await telegram.waitFor(() => question.text.includes('Olga: the small one'), { what: 'the question closed' });
    chat.say('thanks');
    await waitForText(chat, 'About: thanks');
    const history = model.requests.at(-1)?.body.messages.map(({ content }) => content) ?? [];
    expect(JSON.stringify(history)).toContain('the small one');
  });

  it('is answered by a button, and by nobody else', async () => {
    playCalls(model, [ask({ options: ['The small one', 'The big one'] })], ([result]) => `I see. ${result}`);
    await start();
    const chat = owner();
    chat.say('please tidy up');
    const question = await chat.waitForBotMessage((message) => buttonsOf(message).length === 2, { timeoutMs: 20_000 });
    const pressed = chat.pressButton(question, buttonsOf(question)[1] ?? '');
    await waitForText(chat, 'I see. The user answered: The big one');
    await telegram.waitFor(() => pressed.answer !== undefined, { what: 'an answer to the press' });
    expect(pressed.answer?.text).toBe('Noted.');
    await telegram.waitFor(() => buttonsOf(question).length === 0, { what: 'the buttons gone' });
  });
});

describe('kill -9', { timeout: 90_000 }, () => {
  it('while a turn waits: the same question, the same answer, one run', async () => {
    playCalls(model, [WIPE], ([result]) => `So: ${result}.`);
    const first = await start();
    const chat = owner();
    chat.say('please wipe the backup');
    const question = await questionIn(chat);
    await untilPaused(home.dataDir);
    await first.kill();
    await start();
    press(chat, question, 'approve');
    await waitForText(chat, 'So: wipe is done.');
    expect(ranIn(home.dataDir)).toEqual(['wipe {"disk":"backup"}']);
    expect(shown(chat)).toHaveLength(2);
    expect(model.requests).toHaveLength(2);
  });

  it('right after the answer: it counts, and the call runs once', async () => {
    playCalls(model, [WIPE], ([result]) => `So: ${result}.`);
    const first = await start();
    const chat = owner();
    chat.say('please wipe the backup');
    const question = await questionIn(chat);
    const pressed = press(chat, question, 'approve');
    await telegram.waitFor(() => pressed.answer !== undefined, { what: 'an answer to the press' });
    await first.kill();
    await start();
    await chat.waitForBotMessage(({ text }) => text.startsWith('So: '), { timeoutMs: 30_000 });
    expect(ranIn(home.dataDir)).toEqual(['wipe {"disk":"backup"}']);
    await telegram.waitFor(() => question.text.includes('Approved by Olga.'), { what: 'the question closed' });
  });

  it('while the question is on its way: it is asked once', async () => {
    playCalls(model, [WIPE], ([result]) => `So: ${result}.`);
    const first = await start({ WAGGLE_LEASE_MS: '2000' });
    const chat = owner();
    telegram.inject({ method: 'sendMessage', fault: { kind: 'hang-after' } });
    chat.say('please wipe the backup');
    await telegram.waitFor(() => chat.botMessages().length > 0, {
      what: 'the question in the chat',
      timeoutMs: 20_000,
    });
    await first.kill();
    await start();
    const question = await questionIn(chat, (message) => isQuestion(message));
    press(chat, question, 'approve');
    await waitForText(chat, 'So: wipe is done.');
    expect(ranIn(home.dataDir)).toHaveLength(1);
  });
});
