import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import type { ModelReply } from '../platforms/model/reply.js';
import type { ModelRequest } from '../platforms/model/request.js';
import { agentOf, resultsOf, roundOf } from '../runtime/agents/agentScript.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ settings: { WAGGLE_DAILY_BUDGET_USD: '1', WAGGLE_BUDGET_MODE: 'hard' } });
  await stage.start('ingress');
});
afterAll(() => stage.close());

const spawn = (name: string) => ({
  name: 'spawn_agent',
  arguments: { name, role: 'researcher', task: `Find ${name}.` },
});
const both = { toolCalls: [spawn('Prices'), spawn('News')] };

/** Scripts the turn by its rounds, and what its sub-agents are answered. */
function script(turn: readonly ModelReply[], agent: (name: string, request: ModelRequest) => ModelReply): void {
  stage.model.forget();
  stage.model.script((request) => {
    const name = agentOf(request);
    return name === null ? (turn[roundOf(request)] ?? { text: 'no round is left' }) : agent(name, request);
  });
}

const chatOf = (user: number, name: string) => stage.telegram.privateChat(stage.telegram.user(user, { name }));
const generous = { timeoutMs: 30_000 };

describe('sub-agents on Telegram', () => {
  it('are named while they work; one fails, and only the answer of the turn is left', { timeout: 60_000 }, async () => {
    const working = createGate();
    const answer = 'Five euros. I found no news.';
    script([both, { text: answer }], (name) =>
      name === 'News'
        ? { fault: { kind: 'status', status: 401 } }
        : { hold: working.opened, text: 'Secret detail: 5 EUR.' },
    );
    const ada = chatOf(11, 'Ada');
    ada.say('Prices and news?');
    const notice = await ada.waitForBotMessage(({ text }) => /Prices.* is at work …$/.test(text), generous);
    expect(notice.silent).toBe(true);
    await stage.telegram.waitFor(() => notice.text === 'Prices is at work …', {
      what: 'News gone from it',
      ...generous,
    });
    working.open();
    await ada.waitForBotMessage(({ text }) => text === answer, generous);
    await stage.telegram.waitFor(() => ada.botMessages().length === 1, { what: 'the answer alone', ...generous });
    expect(ada.notifications()).toHaveLength(1);
    const [prices, news] = resultsOf(stage.model.requests.at(-1));
    expect(prices).toMatch(/^## Result of "Prices"[\s\S]*Secret detail: 5 EUR\.$/);
    expect(news).toMatch(/^## Sub-agent "News" \(researcher, a2\) failed/);
    expect(JSON.stringify(stage.telegram.callsOf('sendMessage', ada))).not.toMatch(/Secret detail/);
  });

  it('/stop ends them with their turn, within 250 ms', { timeout: 90_000 }, async () => {
    script([both], () => ({ text: 'partly', fault: { kind: 'hang', afterChunks: 1 } }));
    const latencies: number[] = [];
    // On a busy machine the best of some is what can be told.
    for (const user of [21, 22, 23]) {
      stage.model.forget();
      const bob = chatOf(user, 'Bob');
      bob.say('Prices and news?');
      const agents = () => stage.model.requests.filter((request) => agentOf(request) !== null);
      await stage.model.waitFor(
        () => agents().length === 2 && agents().every(({ chunksSent }) => chunksSent === 1),
        generous,
      );
      const stoppedAt = performance.now();
      bob.say('/stop');
      await stage.model.waitFor(() => agents().every(({ aborted }) => aborted), generous);
      latencies.push(performance.now() - stoppedAt);
      await stage.telegram.waitFor(() => bob.botMessages().every(({ text }) => !/at work/.test(text)), generous);
    }
    expect(Math.min(...latencies)).toBeLessThan(250);
    expect(stage.model.openRequests()).toBe(0);
  });

  it('spend the budget of their turn, and are refused when it is used up', { timeout: 60_000 }, async () => {
    script([{ ...both, costUsd: 2 }, { text: 'never asked' }], () => ({ text: 'never asked' }));
    const cleo = chatOf(31, 'Cleo');
    cleo.say('Prices and news?');
    await cleo.waitForBotMessage(({ text }) => /^Today's budget has no room for another answer/.test(text), generous);
    expect(stage.model.requests.map(agentOf)).toEqual([null]);
  });
});
