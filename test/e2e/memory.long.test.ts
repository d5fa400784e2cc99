import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelRequest, textOf } from '../platforms/model/request.js';
import { until } from '../setup/until.js';
import type { GatewayProcess } from './gateway.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let gateway: GatewayProcess;
beforeEach(async () => {
  stage = await openStage();
  gateway = await stage.start('ingress');
});
afterEach(() => stage.close());

const contextOf = (request: ModelRequest | undefined) =>
  /<context>[\s\S]*<\/context>/.exec(textOf(request?.body.messages.at(-1)?.content))?.[0] ?? '';
const requestFor = (asked: string) => stage.model.requests.find(({ lastUser }) => lastUser.includes(asked));
const written = () => gateway.log().split('"written back to memory"').length - 1;

describe('what a person says', () => {
  it('is remembered behind the answer and known in the next conversation, by nobody else and in no group', async () => {
    stage.model.script((request) => ({ text: request.lastUser.includes('train') ? 'Noted.' : 'Let me see.' }));
    const [ann, bob] = [stage.telegram.user(1, { name: 'Ann' }), stage.telegram.user(2, { name: 'Bob' })];
    const [annChat, bobChat] = [stage.telegram.privateChat(ann), stage.telegram.privateChat(bob)];
    const group = stage.telegram.group({ title: 'Club' });
    annChat.say('I always take the train to Graz.');
    await annChat.waitForBotMessage(({ text }) => text === 'Noted.');
    await until(() => written() === 1, 'the write-back');

    annChat.say('/new');
    await annChat.waitForBotMessage(({ text }) => text !== 'Noted.');
    annChat.say('how do I travel to Graz?');
    bobChat.say('how does Ann travel to Graz?');
    group.say(ann, `@${stage.telegram.bot.username} do you know how I travel to Graz?`);
    await until(() => stage.model.requests.length === 4, 'all questions');
    expect(contextOf(requestFor('how do I travel'))).toMatch(
      /- \[p1; \d{4}-\d\d-\d\d; said, trust 2\] User preference: I always take the train to Graz\./,
    );
    for (const asked of ['how does Ann travel', 'do you know how I travel']) {
      expect(JSON.stringify(requestFor(asked)?.body)).not.toContain('take the train');
    }
    expect(gateway.log()).not.toContain('take the train');
  });
});

describe('the conversation before this one', () => {
  it('stands in the prompts after /new, and nothing of it in a group or with anybody else, nor the other way round', async () => {
    stage.model.script(({ lastUser }) => ({ text: `You said: ${lastUser.slice(0, 60).split('\n')[0]}` }));
    const [ann, bob] = [stage.telegram.user(1, { name: 'Ann' }), stage.telegram.user(2, { name: 'Bob' })];
    const [annChat, bobChat] = [stage.telegram.privateChat(ann), stage.telegram.privateChat(bob)];
    const group = stage.telegram.group({ title: 'Club' });
    const bot = `@${stage.telegram.bot.username}`;
    const answered = (chat: typeof annChat | typeof group, text: string) =>
      chat.waitForBotMessage((message) => message.text.startsWith('You said') && message.text.includes(text));
    const say = (chat: typeof annChat, text: string) => {
      chat.say(text);
      return answered(chat, text);
    };
    const ask = (text: string) => {
      group.say(ann, `${bot} ${text}`);
      return answered(group, text);
    };
    await say(annChat, 'the kestrel nests in the tower');
    await say(bobChat, 'the heron fishes at night');
    await ask('the ostrich is out again');
    expect(contextOf(requestFor('kestrel'))).not.toContain('Before This Conversation');
    annChat.say('/new');
    await annChat.waitForBotMessage(({ text }) => !text.startsWith('You said'));
    for (const text of ['first question', 'second question']) {
      await say(annChat, text);
      const context = contextOf(requestFor(text));
      expect(context).toMatch(
        /# Before This Conversation\nThe user and you, until [\d-]{10}\..*\n- User: the kestrel nests in the tower\n- You: You said: the kestrel/,
      );
      expect(JSON.stringify(requestFor(text)?.body)).not.toMatch(/heron|ostrich/);
    }
    await say(bobChat, 'what did Ann talk about?');
    await ask('and what did we two talk about?');
    expect(JSON.stringify(requestFor('what did Ann talk about?')?.body)).not.toMatch(/kestrel|ostrich|Before This/);
    expect(JSON.stringify(requestFor('and what did we two')?.body)).not.toMatch(/kestrel|heron|Before This/);
  });
});

/** Which of the words stand anywhere in the files of the data directory. */
function wordsInFiles(words: readonly string[]): string[] {
  const files = readdirSync(stage.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1'));
  return words.filter((word) => texts.some((text) => text.includes(word)));
}

describe('/forget me', () => {
  it('leaves no word of the person in the data directory, and everything of the others', async () => {
    stage.model.script(({ lastUser, toolResults }) => {
      const [, key, content = ''] = /my (snack|drink) is (\w+-\w+)/.exec(lastUser) ?? [];
      if (key !== undefined && toolResults.size === 0) {
        return { toolCalls: [{ name: 'save_memory', arguments: { key, content, scope: 'preference' } }] };
      }
      return { text: lastUser.includes('papaya') ? 'Papaya-answer.' : 'Walnut-answer.' };
    });
    const [ann, bob] = [stage.telegram.user(1, { name: 'Ann' }), stage.telegram.user(2, { name: 'Bob' })];
    const [annChat, bobChat] = [stage.telegram.privateChat(ann), stage.telegram.privateChat(bob)];
    const group = stage.telegram.group({ title: 'Club' });
    const bot = `@${stage.telegram.bot.username}`;
    annChat.say('I always eat papaya for breakfast.');
    bobChat.say('I always eat walnut for breakfast.');
    group.say(ann, `${bot} we decided to serve papaya-cake.`);
    group.say(bob, `${bot} we decided to serve walnut-cake.`);
    await until(() => written() === 4, 'four write-backs');
    annChat.say('my snack is papaya-chips');
    group.say(ann, `${bot} my drink is papaya-juice`);
    group.say(bob, `${bot} my drink is walnut-milk`);
    await until(
      () => stage.model.requests.filter(({ toolResults }) => toolResults.size > 0).length === 3,
      'three facts',
    );
    const kept = stage.model.requests.flatMap(({ toolResults }) => [...toolResults.values()]);
    expect(kept.every((result) => result.startsWith('Saved (memory'))).toBe(true);
    expect(wordsInFiles(['papaya-chips', 'papaya-juice', 'walnut-milk'])).toHaveLength(3);
    annChat.say('/profile role papaya-farmer');
    await annChat.waitForBotMessage(({ text }) => text.startsWith('Noted'));
    expect(wordsInFiles(['papaya', 'walnut'])).toEqual(['papaya', 'walnut']);

    annChat.say('/forget me');
    const asked = await annChat.waitForBotMessage(({ text }) => text.startsWith('This deletes'));
    annChat.pressButton(asked, '/forget me now');
    await stage.telegram.waitFor(() => asked.text.startsWith('Everything that I kept'), { what: 'the end' });
    await gateway.stop();
    expect(wordsInFiles(['papaya', 'Papaya'])).toEqual([]);
    expect(wordsInFiles(['walnut', 'Walnut'])).toEqual(['walnut', 'Walnut']);
    gateway = await stage.start('ingress');
    bobChat.say('what do I eat?');
    await until(() => requestFor('what do I eat?') !== undefined, 'the question');
    expect(contextOf(requestFor('what do I eat?'))).toContain('walnut for breakfast');
  });
});
