import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { startTelegramServer, type TelegramServer } from '../platforms/telegram/telegramServer.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';

let model: ModelServer;
let telegram: TelegramServer;
let gateway: GatewayProcess | null = null;
let home: ReturnType<typeof makeDataDir>;

const settings = () => ({
  TELEGRAM_BOT_TOKEN: telegram.bot.token,
  TELEGRAM_API_ROOT: telegram.url,
  LITELLM_URL: model.url,
  WAGGLE_ACCESS: 'open',
  WAGGLE_DATA_DIR: home.dataDir,
  WAGGLE_LEASE_MS: '2000',
  WAGGLE_SWEEP_MS: '200',
});

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

describe('a gateway on Telegram', () => {
  it('answers a message with one message that grows by edits and rings with words of the answer', async () => {
    const rest = createGate();
    const answer = 'The tide turns at noon. After that the water falls until six in the evening, and the sand is free.';
    model.script(() => ({ text: answer, chunkChars: 12, pauses: [{ afterChunks: 4, until: rest.opened }] }));
    gateway = await startGatewayProcess(settings());
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.say('When does the tide turn?');
    const first = await ada.waitForBotMessage((message) => message.text.startsWith('The tide turns at noon.'));
    expect(answer.startsWith(first.text)).toBe(true);
    expect(first.text.length).toBeLessThan(answer.length);
    rest.open();
    await telegram.waitFor(() => first.text === answer, { what: 'the whole answer' });
    expect(ada.botMessages().map((message) => message.text)).toEqual([answer]);
    expect(first.past.length).toBeGreaterThan(0);
    expect(ada.notifications()).toHaveLength(1);
    expect(telegram.refused()).toEqual([]);
    expect(first.altered).toEqual([]);
  });

  it('sends a long answer as several whole messages in order, and rings once', async () => {
    const answer = Array.from({ length: 150 }, (_, i) => `Paragraph ${i + 1} ${'word '.repeat(14).trim()}.`).join(
      '\n\n',
    );
    expect(answer.length).toBeGreaterThan(12_000);
    model.script(() => ({ text: answer, chunkChars: 400 }));
    gateway = await startGatewayProcess(settings());
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.say('Tell me everything.');
    await ada.waitForBotMessage((message) => message.text.includes('Paragraph 150 '));
    const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
    await telegram.waitFor(
      () =>
        words(
          ada
            .botMessages()
            .map((message) => message.text)
            .join('\n'),
        ).join(' ') === words(answer).join(' '),
      { what: 'all text in order' },
    );
    expect(ada.botMessages().length).toBeGreaterThanOrEqual(3);
    expect(ada.notifications()).toHaveLength(1);
    expect(telegram.refused()).toEqual([]);
  });

  it('answers fifty chats at once, each with its own answer', async () => {
    model.script((request) => ({ text: `Echo for you: ${request.lastUser}. That is all there is to say.` }));
    gateway = await startGatewayProcess(settings());
    const chats = Array.from({ length: 50 }, (_, i) => telegram.privateChat(telegram.user(100 + i, { name: `U${i}` })));
    for (const [i, chat] of chats.entries()) chat.say(`message ${i}`);
    await telegram.waitFor(
      () =>
        chats.every((chat, i) =>
          chat.botMessages().some((m) => m.text === `Echo for you: message ${i}. That is all there is to say.`),
        ),
      { what: 'fifty answers', timeoutMs: 20_000 },
    );
    for (const chat of chats) expect(chat.botMessages()).toHaveLength(1);
    expect(telegram.refused()).toEqual([]);
  });

  it('lands the final edit after the wait that the platform asks for', async () => {
    const rest = createGate();
    const answer = 'A first sentence. And then the end of it all.';
    model.script(() => ({ text: answer, chunkChars: 18, pauses: [{ afterChunks: 1, until: rest.opened }] }));
    gateway = await startGatewayProcess(settings());
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    const flood = telegram.inject({ method: 'editMessageText', times: 1, fault: { kind: 'flood', seconds: 2 } });
    ada.say('go');
    await ada.waitForBotMessage((message) => message.text.startsWith('A first'));
    rest.open();
    await ada.waitForBotMessage((message) => message.text === answer);
    expect(flood.used()).toBe(1);
    expect(ada.botMessages()).toHaveLength(1);
    expect(telegram.calls.filter(({ outcome }) => outcome?.ok === false && outcome.code === 429)).toHaveLength(1);
  });

  it('finishes a turn, once, after kill -9 in the middle of the stream and a restart', async () => {
    const never = createGate();
    const answer = 'A sentence that stands. A second one that only the next process can write.';
    model.script((_, attempt) =>
      attempt === 0
        ? { text: answer, chunkChars: 24, pauses: [{ afterChunks: 1, until: never.opened }] }
        : { text: answer, chunkChars: 24 },
    );
    gateway = await startGatewayProcess(settings());
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.say('go');
    await ada.waitForBotMessage((message) => message.text.startsWith('A sentence that stands.'));
    await gateway.kill();
    never.open();
    gateway = await startGatewayProcess(settings());
    const texts = () => ada.botMessages().map((message) => message.text);
    await telegram.waitFor(() => texts().length === 1 && texts()[0] === answer, { what: 'one whole answer' });
    expect(model.requests).toHaveLength(2);
    expect(ada.notifications().length).toBeLessThanOrEqual(2);
  });

  it('gives running turns back at SIGTERM and finishes them after the restart', async () => {
    const never = createGate();
    const answer = 'Half of it stands here. The other half comes later.';
    model.script((_, attempt) =>
      attempt === 0
        ? { text: answer, chunkChars: 24, pauses: [{ afterChunks: 1, until: never.opened }] }
        : { text: answer },
    );
    gateway = await startGatewayProcess({ ...settings(), WAGGLE_DRAIN_MS: '100' });
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.say('go');
    await ada.waitForBotMessage((message) => message.text.startsWith('Half of it'));
    expect(await gateway.stop()).toBe(0);
    gateway = await startGatewayProcess(settings());
    await ada.waitForBotMessage((message) => message.text === answer);
    expect(ada.botMessages()).toHaveLength(1);
    never.open();
  });

  it('stops a turn at /stop and says so, leaving what was written', async () => {
    const never = createGate();
    model.script(() => ({
      text: 'It began like this. And it went on.',
      chunkChars: 20,
      pauses: [{ afterChunks: 1, until: never.opened }],
    }));
    gateway = await startGatewayProcess(settings());
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.say('go');
    await ada.waitForBotMessage((message) => message.text.startsWith('It began'));
    ada.say('/stop');
    await ada.waitForBotMessage((message) => message.text === 'Stopped.');
    await model.waitFor(() => model.requests[0]?.aborted === true);
    never.open();
    ada.say('/status');
    await ada.waitForBotMessage((message) => message.text.startsWith('Nothing is running.'));
    expect(ada.botMessages().some((message) => message.text.startsWith('It began like this.'))).toBe(true);
  });

  it('replaces text whose stream broke, and shows an error that ends a turn as a message that stays', async () => {
    model.script((_, attempt) =>
      attempt === 0
        ? { text: 'Wrong start of it all. More text.', chunkChars: 11, fault: { kind: 'drop', afterChunks: 2 } }
        : { text: 'The right answer.' },
    );
    gateway = await startGatewayProcess(settings());
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.say('go');
    await ada.waitForBotMessage((message) => message.text === 'The right answer.');
    expect(ada.botMessages().filter((message) => message.text.includes('Wrong'))).toEqual([]);
    model.script(() => ({ fault: { kind: 'status', status: 401, message: 'bad key' } }));
    ada.say('again');
    const error = await ada.waitForBotMessage((message) => message.text.includes('ref '));
    expect(error.silent).toBe(false);
    expect(error.text).not.toContain('bad key');
  });

  it('gives a stranger one pairing message with a code, and lets the person in when an owner approves', async () => {
    gateway = await startGatewayProcess({ ...settings(), WAGGLE_ACCESS: 'pairing', WAGGLE_OWNER: 'telegram:1' });
    const owner = telegram.privateChat(telegram.user(1, { name: 'Owner' }));
    const stranger = telegram.privateChat(telegram.user(66, { name: 'Stranger' }));
    stranger.say('let me in');
    const told = await stranger.waitForBotMessage((message) => message.text.includes('code'));
    const entity = told.entities.find((candidate) => candidate.type === 'code');
    const code = told.text.slice(entity?.offset, (entity?.offset ?? 0) + (entity?.length ?? 0));
    expect(code).toMatch(/^[A-Z0-9]{8}$/);
    stranger.say('hello?');
    owner.say(`/approve ${code}`);
    await owner.waitForBotMessage((message) => message.text.includes('Stranger may talk'));
    stranger.say('now?');
    await stranger.waitForBotMessage((message) => message.text.includes('now?'));
    expect(stranger.botMessages()).toHaveLength(2);
    expect(model.requests).toHaveLength(1);
  });
});
