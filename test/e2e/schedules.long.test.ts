import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelRequest, textOf } from '../platforms/model/request.js';
import type { ChatView } from '../platforms/telegram/chat.js';
import { resultsOf } from '../runtime/agents/agentScript.js';
import { until } from '../setup/until.js';
import { shownTexts, waitForTexts } from './phone.js';
import { makeDue, scheduleAudit, scheduleStates } from './scheduleTable.js';
import { openStage, type Stage } from './stage.js';
import { storedStates } from './storedMessages.js';

const HOUR_MS = 3_600_000;
const RESULT = 'The ferry leaves at nine.';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage({ settings: { WAGGLE_TIME_ZONE: 'Europe/Berlin' } });
  stage.model.script(() => ({ text: RESULT }));
});
afterEach(() => stage.close());

const contextOf = (request: ModelRequest | undefined) => textOf(request?.body.messages.at(-1)?.content);
const isRun = (request: ModelRequest) => JSON.stringify(request.body.messages).includes('This is the scheduled run');
const runs = () => stage.model.requests.filter(isRun);
const ran = (no: number, count: number) =>
  until(() => (scheduleStates(stage.dataDir)[no - 1]?.runs ?? 0) >= count, `run ${count} of s${no}`, 20_000);
const settled = () => stage.model.waitFor(() => stage.model.openRequests() === 0);
const startsWith = (chat: ChatView, text: string) => chat.waitForBotMessage((message) => message.text.startsWith(text));

describe('a schedule on Telegram', () => {
  it('is made by command in a topic, and its result comes there, whole and with one ring', async () => {
    await stage.start('ingress');
    const group = stage.telegram.group({ forum: true });
    const topic = group.openTopic('ferries');
    const ada = stage.telegram.user(2, { name: 'Ada' });
    group.say(ada, `/schedule@${stage.telegram.bot.username} in 2s | When does the ferry leave?`, { thread: topic });
    await startsWith(group, 'Scheduled as s1: once; next: ');
    const result = await startsWith(group, RESULT);
    expect(result).toMatchObject({ thread: topic });
    const [request] = runs();
    expect(contextOf(request)).toContain('When does the ferry leave?');
    expect(contextOf(request)).toContain('nobody is waiting in the chat');
    expect(group.notifications().filter(({ text }) => text.startsWith(RESULT))).toHaveLength(1);
    expect(scheduleStates(stage.dataDir)).toMatchObject([{ runs: 1, next_due: null, paused: null }]);
    // What it said is known in the conversation.
    group.say(ada, `@${stage.telegram.bot.username} and back?`, { thread: topic });
    const next = await stage.model.waitForRequest((one) => one.lastUser.includes('and back?'));
    expect(JSON.stringify(next.body.messages)).toContain(`[scheduled run s1]`);
    expect(stage.telegram.refused()).toEqual([]);
  });

  it('that has nothing to report sends nothing, not even a typing dot, and is not kept in the conversation', async () => {
    stage.model.script(() => ({ text: ' HEARTBEAT_OK\n', chunkChars: 3 }));
    await stage.start('ingress');
    const dm = stage.telegram.privateChat(stage.telegram.user(2));
    dm.say('/schedule heartbeat 30m look at the queue');
    await startsWith(dm, 'Scheduled as s1: at intervals of 30 min; next: ');
    const before = stage.telegram.calls.length;
    makeDue(stage.dataDir, 1, Date.now() - 1000);
    await ran(1, 1);
    await until(() => storedStates(stage.dataDir, '"scheduled"').includes('done'), 'the end of the run', 20_000);
    makeDue(stage.dataDir, 1, Date.now() - 1000);
    await ran(1, 2);
    await until(() => runs().length === 2, 'the second run');
    stage.model.script(() => ({ text: RESULT }));
    dm.say('hello');
    await waitForTexts(stage.telegram, dm, [shownTexts(dm)[0] ?? '', RESULT]);
    expect(JSON.stringify(stage.model.requests.at(-1)?.body.messages)).not.toContain('HEARTBEAT_OK');
    const between = stage.telegram.calls.slice(before);
    const firstAnswer = between.findIndex(({ method }) => method === 'sendMessage');
    expect(between.slice(0, firstAnswer).filter(({ method }) => method === 'sendChatAction').length).toBeLessThan(2);
  });

  it('is made, listed and ended by the model, but not by a run of a schedule', async () => {
    const create = (when: string) => ({
      toolCalls: [{ name: 'create_schedule', arguments: { when, prompt: 'Tell when the ferry leaves.' } }],
    });
    stage.model.script((request) => {
      if (isRun(request))
        return resultsOf(request).length === 0 ? create('in 20m') : { text: resultsOf(request)[0] ?? '?' };
      if (request.lastUser.includes('soon')) {
        return resultsOf(request).length === 0 ? create('in 2s') : { text: resultsOf(request).join('\n') };
      }
      return resultsOf(request).length === 0
        ? { toolCalls: [{ name: 'create_schedule', arguments: { when: 'every 2m', prompt: 'x' } }] }
        : { text: resultsOf(request).join('\n') };
    });
    await stage.start('ingress');
    const dm = stage.telegram.privateChat(stage.telegram.user(2));
    dm.say('Remind me soon.');
    await startsWith(dm, 'Scheduled s1, once, next ');
    await dm.waitForBotMessage(({ text }) => text.includes('A scheduled run makes no further schedules.'));
    dm.say('Tell me every two minutes.');
    await dm.waitForBotMessage(({ text }) => text.includes('Not scheduled: the shortest interval is 5 minutes.'));
    expect(scheduleStates(stage.dataDir)).toHaveLength(1);
  });

  it('is looked at, paused, run besides and ended by its buttons', async () => {
    await stage.start('ingress');
    const dm = stage.telegram.privateChat(stage.telegram.user(2));
    dm.say('/schedule every monday and friday 9:00 | When does the ferry leave?');
    await startsWith(dm, 'Scheduled as s1: Monday and Friday at 09:00; next: ');
    dm.say('/schedule');
    const list = await startsWith(dm, 'One schedule:');
    dm.pressButton(list, undefined);
    const one = await startsWith(dm, 's1 Monday and Friday at 09:00');
    expect(one.text).toContain('When does the ferry leave?');
    dm.say('/schedule run s1');
    await startsWith(dm, RESULT);
    dm.say('/schedule pause s1');
    await startsWith(dm, 's1 is paused.');
    makeDue(stage.dataDir, 1, Date.now() - 1000);
    dm.say('/status');
    await dm.waitForBotMessage(({ text }) => text.includes('Scheduled: one.'));
    dm.say('/schedule resume s1');
    await startsWith(dm, 's1 goes on; next: ');
    dm.say('/schedule delete s1');
    await startsWith(dm, 'Deleted: s1, When does the ferry leave?');
    expect(runs()).toHaveLength(1);
    expect(scheduleStates(stage.dataDir)).toEqual([]);
  });

  it('tells a failure once, and pauses after five in a row', async () => {
    stage.model.script((request) => (isRun(request) ? { fault: { kind: 'status', status: 400 } } : { text: RESULT }));
    await stage.start('ingress');
    const dm = stage.telegram.privateChat(stage.telegram.user(2));
    dm.say('/schedule heartbeat 30m look at the queue');
    await startsWith(dm, 'Scheduled as s1');
    for (let run = 1; run <= 5; run += 1) {
      makeDue(stage.dataDir, 1, Date.now() - 1000);
      await until(() => scheduleStates(stage.dataDir)[0]?.failures === run, `failure ${run}`, 20_000);
      const ends = () => storedStates(stage.dataDir, '"scheduled"').filter((state) => state === 'done');
      await until(() => ends().length === run, `the end of run ${run}`, 20_000);
    }
    await dm.waitForBotMessage(({ text }) => text.includes('failed 5 times in a row and is paused now'));
    expect(shownTexts(dm).filter((text) => text.startsWith('The schedule s1 failed'))).toHaveLength(2);
    expect(scheduleStates(stage.dataDir)).toMatchObject([{ paused: 'failures' }]);
    expect(scheduleAudit(stage.dataDir)).toEqual(['s1 paused: failures']);
  });

  it('that was missed runs late and says so, comes once where it was due often, and is not done where it is too late', async () => {
    const gateway = await stage.start('ingress');
    const dm = stage.telegram.privateChat(stage.telegram.user(2));
    for (const when of ['in 2h', 'in 3h', 'every day 8:00']) {
      dm.say(`/schedule ${when} | the ferry ${when}`);
      await until(() => scheduleStates(stage.dataDir).some(({ prompt }) => prompt === `the ferry ${when}`));
    }
    await gateway.stop();
    makeDue(stage.dataDir, 1, Date.now() - 2 * HOUR_MS);
    makeDue(stage.dataDir, 2, Date.now() - 30 * HOUR_MS);
    makeDue(stage.dataDir, 3, Date.now() - 100 * HOUR_MS);
    await stage.start('ingress');
    await dm.waitForBotMessage(({ text }) => text.includes('Late by 2 h: I was not running at the time of s1.'));
    await dm.waitForBotMessage(({ text }) => text.includes('I was not running when s2 was due'));
    await dm.waitForBotMessage(({ text }) => text.includes('Late by 4 days'));
    await settled();
    expect(runs().map((request) => /the ferry [\w :]+/.exec(contextOf(request))?.[0])).toEqual(
      expect.arrayContaining(['the ferry in 2h', 'the ferry every day 8:00']),
    );
    expect(runs()).toHaveLength(2);
    expect(scheduleStates(stage.dataDir)[2]?.next_due).toBeGreaterThan(Date.now());
  });

  it('of somebody who may not use the assistant any more is paused, without a word but in the audit trail', async () => {
    const gateway = await stage.start('ingress');
    const dm = stage.telegram.privateChat(stage.telegram.user(2));
    dm.say('/schedule every day 8:00 | the ferry');
    await startsWith(dm, 'Scheduled as s1');
    await gateway.stop();
    makeDue(stage.dataDir, 1, Date.now() - 1000);
    await stage.start('ingress', { WAGGLE_ACCESS: 'allowlist' });
    await until(() => scheduleStates(stage.dataDir)[0]?.paused === 'access', 'the pause', 20_000);
    expect(runs()).toEqual([]);
    expect(scheduleAudit(stage.dataDir)).toEqual(['s1 paused: access']);
    expect(dm.botMessages()).toHaveLength(1);
  });

  it('whose group threw the bot out is paused', async () => {
    await stage.start('ingress');
    const group = stage.telegram.group();
    group.say(stage.telegram.user(2), `/schedule@${stage.telegram.bot.username} every day 8:00 | the ferry`);
    await startsWith(group, 'Scheduled as s1');
    group.kick();
    makeDue(stage.dataDir, 1, Date.now() - 1000);
    await until(() => scheduleStates(stage.dataDir)[0]?.paused === 'unreachable', 'the pause', 20_000);
    expect(scheduleAudit(stage.dataDir)).toEqual(['s1 paused: unreachable']);
  });
});
