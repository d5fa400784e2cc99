import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelRequest } from '../platforms/model/request.js';
import { jpegOf, pngOf } from '../setup/pictures.js';
import { openStage, type Stage } from './stage.js';
import { openThreePlatforms } from './threePlatforms.js';

let stage: Stage | null = null;
afterEach(async () => {
  await stage?.close();
  stage = null;
});

const PHOTO = jpegOf(1280, 960, 'a queen bee, marked blue');
const BASE64 = PHOTO.toString('base64');

/** How often a request holds these bytes. */
function timesIn(request: ModelRequest | undefined, base64: string): number {
  return JSON.stringify(request?.body.messages ?? []).split(base64).length - 1;
}

/** Files of a data directory that hold these words. */
function filesWith(dataDir: string, words: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(words));
}

describe('a photo on Telegram', () => {
  it('is seen in its turn and in no other, and is stored as a file alone', async () => {
    stage = await openStage();
    const { model, telegram, dataDir } = stage;
    model.script(({ lastUser }) => ({ text: lastUser.includes('colour') ? 'It was blue.' : 'A queen bee.' }));
    await stage.start('ingress');
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.sendFile('photo', { bytes: PHOTO });
    await ada.waitForBotMessage(({ text }) => text === 'A queen bee.');
    expect(timesIn(model.requests[0], BASE64)).toBe(1);
    expect(model.requests[0]?.body.messages.at(-1)?.content).toContainEqual({
      type: 'image_url',
      image_url: { url: `data:image/jpeg;base64,${BASE64}` },
    });

    ada.say('Which colour was the mark?');
    await ada.waitForBotMessage(({ text }) => text === 'It was blue.');
    const next = model.requests.at(-1);
    expect(timesIn(next, BASE64)).toBe(0);
    expect(JSON.stringify(next?.body.messages)).toMatch(/\[attached: [^\]]*image\/jpeg, \d+ bytes\]/);
    expect(filesWith(dataDir, BASE64)).toEqual([]);

    ada.sendFile('photo', { bytes: PHOTO, caption: 'Which colour is this one?' });
    await model.waitFor(() => model.requests.some(({ lastUser }) => lastUser.includes('this one')));
    expect(timesIn(model.requests.at(-1), BASE64)).toBe(1);
    expect(telegram.refused()).toEqual([]);
    expect(model.refused()).toEqual([]);
  });

  it('is seen again by whoever takes the turn over after kill -9', async () => {
    stage = await openStage();
    const { model, telegram } = stage;
    const never = new Promise<void>(() => {});
    model.script((_, attempt) => (attempt === 0 ? { text: 'A queen bee.', hold: never } : { text: 'A queen bee.' }));
    const first = await stage.start('ingress');
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.sendFile('photo', { bytes: PHOTO, caption: 'What is it?' });
    await model.waitForRequest();
    await first.kill();
    await stage.start('ingress');
    await ada.waitForBotMessage(({ text }) => text.includes('A queen bee.'));
    expect(model.requests.map((request) => timesIn(request, BASE64))).toEqual([1, 1]);
  });

  it('that joins a running turn is seen from then on, also by whoever takes it over', async () => {
    stage = await openStage({ settings: { WAGGLE_LANE_MODE: 'steer' } });
    const { model, telegram } = stage;
    const never = new Promise<void>(() => {});
    let goOn = () => {};
    const sent = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    model.script(({ lastUser }, attempt) => {
      if (lastUser === 'Wait for my photo') return { toolCalls: [{ name: 'get_time', arguments: {} }], hold: sent };
      return attempt === 0 ? { text: 'A queen bee.', hold: never } : { text: 'A queen bee.' };
    });
    const first = await stage.start('ingress');
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.say('Wait for my photo');
    await model.waitForRequest();
    ada.sendFile('photo', { bytes: PHOTO, caption: 'Here it is' });
    await telegram.waitFor(() => telegram.bot.pendingUpdates() === 0);
    goOn();
    await model.waitForRequest(({ lastUser }) => lastUser.includes('Here it is'));
    await first.kill();
    await stage.start('ingress');
    await ada.waitForBotMessage(({ text }) => text.includes('A queen bee.'));
    expect(model.requests.map((request) => timesIn(request, BASE64))).toEqual([0, 1, 1]);
  });

  it('a blind model is told of it; WAGGLE_VISION=on shows it all the same', async () => {
    stage = await openStage({ settings: { WAGGLE_MODEL: 'deepseek-chat' } });
    const { model, telegram } = stage;
    model.script((request) => ({
      text: request.lastUser.includes('this model takes no pictures') ? 'I cannot see it.' : 'A bee.',
    }));
    const process = await stage.start('ingress');
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.sendFile('photo', { bytes: PHOTO, caption: 'What is it?' });
    await ada.waitForBotMessage(({ text }) => text === 'I cannot see it.');
    expect(JSON.stringify(model.requests[0]?.body.messages)).not.toContain('image_url');
    await process.stop();
    await stage.start('ingress', { WAGGLE_VISION: 'on' });
    ada.sendFile('photo', { bytes: PHOTO, caption: 'And now?' });
    await ada.waitForBotMessage(({ text }) => text === 'A bee.');
    expect(timesIn(model.requests.at(-1), BASE64)).toBe(1);
  });
});

it('files of Slack and attachments of Discord are seen once, and then named', { timeout: 120_000 }, async () => {
  const world = await openThreePlatforms();
  const { model, slack, discord } = world;
  try {
    model.script(({ lastUser }) => ({ text: lastUser.includes('again') ? 'As I said.' : 'Two hives.' }));
    const picture = { name: 'hives.png', mime: 'image/png', bytes: pngOf(640, 480) };
    const base64 = picture.bytes.toString('base64');
    const patience = { timeoutMs: 30_000 };

    const onSlack = slack.dm(slack.user({ name: 'Ada' }));
    onSlack.shareFile(picture, 'What is this?');
    await onSlack.waitForBotMessage((message) => slack.textOf(message).includes('Two hives.'), patience);
    expect(timesIn(model.requests.at(-1), base64)).toBe(1);
    onSlack.say('Say it again');
    await onSlack.waitForBotMessage((message) => slack.textOf(message).includes('As I said.'), patience);
    expect(timesIn(model.requests.at(-1), base64)).toBe(0);
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('[attached: \\"hives.png\\", image/png');

    const onDiscord = discord.dm(discord.user({ name: 'ada' }));
    onDiscord.attach([picture], 'What is this?');
    await onDiscord.waitForBotMessage(({ content }) => content.includes('Two hives.'), patience);
    expect(timesIn(model.requests.at(-1), base64)).toBe(1);
    onDiscord.say('Say it again');
    await onDiscord.waitForBotMessage(({ content }) => content.includes('As I said.'), patience);
    expect(timesIn(model.requests.at(-1), base64)).toBe(0);
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('[attached: \\"hives.png\\", image/png');
  } finally {
    await world.close();
  }
});
