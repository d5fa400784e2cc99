import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import { agentOf, resultsOf, roundOf } from '../runtime/agents/agentScript.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const spawn = (name: string) => ({
  name: 'spawn_agent',
  arguments: { name, role: 'researcher', task: `Find ${name}.` },
});
const save = { name: 'save_memory', arguments: { content: 'Apples cost five euros.' } };
const generous = { timeoutMs: 60_000 };

it('a sub-agent whose process was killed goes on in the next one, and does nothing twice', {
  timeout: 120_000,
}, async () => {
  const never = createGate();
  const asked: string[] = [];
  let isKilled = false;
  stage.model.script((request) => {
    const name = agentOf(request) ?? 'turn';
    const round = roundOf(request);
    asked.push(`${name} ${round}`);
    if (name === 'turn')
      return round === 0 ? { toolCalls: [spawn('Prices'), spawn('News')] } : { text: 'Both are in.' };
    if (name === 'News') return { text: 'No news.' };
    if (round === 0) return { toolCalls: [save] };
    return isKilled ? { text: 'Five euros.' } : { hold: never.opened, text: 'never said' };
  });
  const first = await stage.start('ingress');
  const ada = stage.telegram.privateChat(stage.telegram.user(11, { name: 'Ada' }));
  ada.say('Prices and news?');
  await stage.model.waitFor(() => asked.includes('Prices 1') && asked.includes('News 0'), generous);
  await ada.waitForBotMessage(({ text }) => text === 'Prices is at work …', generous);
  await first.kill();
  isKilled = true;
  never.open();
  await stage.start('ingress');
  await ada.waitForBotMessage(({ text }) => text === 'Both are in.', generous);
  await stage.telegram.waitFor(() => ada.botMessages().length === 1, { what: 'the answer alone', ...generous });
  expect(asked.toSorted()).toEqual(['News 0', 'Prices 0', 'Prices 1', 'Prices 1', 'turn 0', 'turn 1']);
  const prices = stage.model.requests.findLast((request) => agentOf(request) === 'Prices');
  expect(resultsOf(prices)).toEqual([expect.stringMatching(/^Saved/)]);
  expect(resultsOf(stage.model.requests.at(-1))).toEqual([
    expect.stringMatching(/^## Result of "Prices"[\s\S]*Five euros\.$/),
    expect.stringMatching(/^## Result of "News"[\s\S]*No news\.$/),
  ]);
});
