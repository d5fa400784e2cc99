import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createGate } from '../platforms/gate.js';
import { until } from '../setup/until.js';
import { gatewayOf } from './gateway.js';
import { ANSWER, generous, isDistillation, NOTICE, SKILL, scriptTask, useSkillStage } from './skillStage.js';

const stage = useSkillStage();

describe('a skill that a task left', () => {
  it('is gone when its button says so, also after a restart, and is not learned again', {
    timeout: 90_000,
  }, async () => {
    const { model, telegram, start, skillFile } = stage();
    scriptTask(model);
    const gateway = await start();
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.say('Compare the vendors.');
    const notice = await ada.waitForBotMessage((message) => message.text === NOTICE, generous);
    // What was being sent when a process ends is sent again: the notice has to have settled.
    ada.say('/status');
    await ada.waitForBotMessage((message) => message.text.startsWith('Nothing is running.'), generous);
    await gateway.stop();
    await start();
    ada.pressButton(notice, '/skills discard vendor-comparison 1');
    await telegram.waitFor(() => notice.text === 'Discarded: vendor-comparison.', { what: 'discarded', ...generous });
    await expect(skillFile()).rejects.toMatchObject({ code: 'ENOENT' });
    ada.say('Compare the vendors again.');
    await model.waitFor(() => model.requests.filter(isDistillation).length === 4);
    const last = model.requests.filter(isDistillation).at(-1);
    expect([...(last?.toolResults.values() ?? [])].join()).toMatch(/did not want the skill/);
    await expect(skillFile()).rejects.toMatchObject({ code: 'ENOENT' });
    expect(ada.botMessages().filter(({ text }) => text === NOTICE)).toEqual([]);
  });

  it('is saved and told once when the process dies in between', { timeout: 90_000 }, async () => {
    const { model, telegram, start, skillFile } = stage();
    const never = createGate();
    let attempts = 0;
    model.script((request) => {
      if (isDistillation(request)) {
        if (request.toolResults.size > 0)
          return attempts++ === 0 ? { hold: never.opened, text: 'Saved.' } : { text: 'Saved.' };
        return { toolCalls: [{ name: 'create_skill', arguments: SKILL }] };
      }
      if (request.toolResults.size === 0) {
        return { toolCalls: Array.from({ length: 5 }, (_, n) => ({ name: 'look_up', arguments: { n } })) };
      }
      return { text: ANSWER };
    });
    const gateway = await start();
    const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    ada.say('Compare the vendors.');
    await model.waitFor(() => attempts === 1);
    gateway.signal('SIGKILL');
    await gateway.ended;
    never.open();
    await start();
    await ada.waitForBotMessage((message) => message.text === NOTICE, generous);
    await telegram.waitFor(() => ada.botMessages().length === 2, { what: 'answer and notice', ...generous });
    expect(ada.botMessages().map(({ text }) => text)).toEqual([ANSWER, NOTICE]);
    expect(await skillFile()).toContain('note price and terms');
  });
});

it('a skill that a task over HTTP left is told below the next answer, with what to type', {
  timeout: 90_000,
}, async () => {
  const { model, start } = stage();
  scriptTask(model);
  const url = await gatewayOf(await start()).url();
  const ask = async (message: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ message, conversation: 'vendors' });
    const response = await fetch(`${url}/api/chat`, { method: 'POST', headers, body });
    const final = /event: final\ndata: (.*)/.exec(await response.text())?.[1] ?? '{}';
    return z.object({ text: z.string() }).parse(JSON.parse(final)).text;
  };
  expect(await ask('Compare the vendors.')).toBe(ANSWER);
  await model.waitForRequest((request) => isDistillation(request) && request.toolResults.size > 0);
  let told = '';
  await until(async () => {
    told = await ask('And now?');
    return told !== 'Yes.';
  }, 'the notice');
  expect(told).toBe(
    'Yes.\n\n*Saved as a skill: **vendor-comparison**. Use when the user compares vendors\\. (Keep: `/skills keep vendor-comparison`, Discard: `/skills discard vendor-comparison 1`)*',
  );
  expect(await ask('/skills discard vendor-comparison 1')).toBe('Discarded: **vendor-comparison**.');
});
