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
