import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../setup/until.js';
import { openThreePlatforms, type ThreePlatforms } from './threePlatforms.js';

const OWNER = 1;
const generous = { timeoutMs: 30_000 };

let stage: ThreePlatforms;
beforeAll(async () => {
  stage = await openThreePlatforms({ WAGGLE_OWNER: `telegram:${OWNER}` });
  stage.model.script((request) => ({
    text: `${/# Persona: (.*)/.exec(request.system)?.[1] ?? 'Nobody'} answers "${request.lastUser}".`,
  }));
}, 60_000);
afterAll(() => stage.close(), 30_000);

describe('on Telegram', () => {
  it('a new user finds the personas, looks, switches, asks and switches back', { timeout: 60_000 }, async () => {
    const { telegram } = stage;
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    const menu = () => telegram.bot.commands(JSON.stringify([{ type: 'all_private_chats' }, '']));
    await until(() => menu().length > 0, 'a menu');
    expect(menu().map(({ command }) => command)).toEqual(expect.arrayContaining(['persona', 'researcher']));
    ada.say('/persona');
    const picker = await ada.waitForBotMessage(({ keyboard }) => keyboard !== undefined, generous);
    expect(picker.text).toMatch(/^Which persona shall answer here\? Now: none\./);
    ada.pressButton(picker, '/persona info 1');
    await telegram.waitFor(() => picker.text.startsWith('About which persona'), generous);
    ada.pressButton(picker, '/persona about coder');
    await telegram.waitFor(() => picker.text.includes('Will not:'), generous);
    ada.pressButton(picker, '/persona coder');
    await telegram.waitFor(() => picker.text.startsWith('From here on 💻 Coder answers here;'), generous);
    expect(picker.keyboard).toBeUndefined();
    ada.say('why?');
    await ada.waitForBotMessage(({ text }) => text === 'Coder answers "why?".', generous);
    ada.say('/project-manager when?');
    await ada.waitForBotMessage(({ text }) => text === 'Project Manager answers "when?".', generous);
    ada.say('and now?');
    await ada.waitForBotMessage(({ text }) => text === 'Project Manager answers "and now?".', generous);
    ada.say('/persona off');
    await ada.waitForBotMessage(({ text }) => text.startsWith('Back to the default: no persona'), generous);
    ada.say('who?');
    await ada.waitForBotMessage(({ text }) => text === 'Nobody answers "who?".', generous);
  });

  it('in a group its admins choose; anybody has one question answered', { timeout: 60_000 }, async () => {
    const { telegram } = stage;
    const [owner, bob] = [telegram.user(OWNER, { name: 'Owner' }), telegram.user(12, { name: 'Bob' })];
    const group = telegram.group({ title: 'Ferry' });
    const at = `@${telegram.bot.username}`;
    const reply = (start: string) => group.waitForBotMessage(({ text }) => text.startsWith(start), generous);
    group.say(bob, `/writer${at}`);
    await reply('The persona of the whole group is for its admins');
    group.say(bob, `/writer${at} a poem`);
    await reply('Writer answers');
    group.say(owner, `/analyst${at}`);
    await reply('From here on 📊 Analyst');
    group.say(bob, `${at} how many?`);
    await reply('Analyst answers');
  });

  it("one of the operator's own is there as soon as its file is", { timeout: 60_000 }, async () => {
    const { telegram, gateway, dataDir } = stage;
    mkdirSync(join(dataDir, 'personas'), { recursive: true });
    const file = '---\nname: Chef\nicon: 🍳\ntagline: Cooks.\n---\nYou cook.\n';
    writeFileSync(join(dataDir, 'personas', 'chef.md'), file);
    const cleo = telegram.privateChat(telegram.user(13, { name: 'Cleo' }));
    await until(() => gateway.log().includes('personas were read anew'), 'the new file read');
    cleo.say('/chef dinner?');
    await cleo.waitForBotMessage(({ text }) => text === 'Chef answers "dinner?".', generous);
  });
});

describe('on Slack', () => {
  it('a thread has its own persona, under its name and icon; the channel keeps its', { timeout: 60_000 }, async () => {
    const { slack } = stage;
    const ada = slack.user({ name: 'Ada' });
    const room = slack.channel();
    const said = (who: string, what: RegExp) =>
      room.waitForBotMessage((message) => {
        const text = slack.textOf(message);
        return text.startsWith(who) && what.test(text);
      }, generous);
    const asked = room.mention(ada, 'hello');
    await said('Nobody answers', /hello/);
    room.say(ada, '!verifier', { thread: asked });
    await said('From here on', /answers in this thread/);
    room.say(ada, 'is it true?', { thread: asked });
    const answer = await said('Verifier answers', /is it true/);
    expect([answer.username, answer.icon]).toEqual(['Verifier', ':mag:']);
    room.mention(ada, 'and elsewhere?');
    expect((await said('Nobody answers', /elsewhere/)).username).toBeUndefined();
  });

  it('a slash command switches a direct chat', { timeout: 60_000 }, async () => {
    const { slack } = stage;
    const ada = slack.dm(slack.user({ name: 'Ada' }));
    ada.say('!researcher');
    await ada.waitForBotMessage((message) => slack.textOf(message).includes('Researcher answers here'), generous);
    ada.say('what is known?');
    await ada.waitForBotMessage(
      (message) => slack.textOf(message) === 'Researcher answers "what is known?".',
      generous,
    );
  });
});

describe('on Discord', () => {
  it('a command switches, names are completed, and the picker is a menu', { timeout: 60_000 }, async () => {
    const { discord } = stage;
    const ada = discord.dm(discord.user({ name: 'Ada' }));
    const switched = ada.slash('recruiter');
    await discord.waitFor(() => /Recruiter/.test(switched.original?.content ?? ''), generous);
    ada.say('who fits?');
    await ada.waitForBotMessage(({ content }) => content === 'Recruiter answers "who fits?".', generous);
    const completing = ada.autocomplete('persona', 'text', 'wri');
    await discord.waitFor(() => JSON.stringify(completing).includes('writer'), generous);
    const picker = ada.slash('persona');
    await discord.waitFor(() => (picker.original?.components.length ?? 0) > 0, generous);
    const message = picker.original;
    if (message === undefined) throw new Error('no picker');
    ada.choose(message, ['/persona writer']);
    await discord.waitFor(() => message.content.startsWith('From here on'), generous);
    ada.say('a line?');
    await ada.waitForBotMessage(({ content }) => content === 'Writer answers "a line?".', generous);
  });
});

it('over HTTP a persona holds for its turn; one that is none is refused', { timeout: 60_000 }, async () => {
  const url = `${await stage.gateway.url()}/api/chat`;
  const post = (body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
  const answer = await post({ message: 'hi', persona: 'finance_owner', conversation: 'c1' });
  expect(await answer.text()).toContain('Business Finance answers');
  expect(await (await post({ message: 'hi', conversation: 'c1' })).text()).toContain('Nobody answers');
  expect((await post({ message: 'hi', persona: 'pirate' })).status).toBe(400);
});
