import { expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import { ANSWER, generous, isDistillation, NOTICE, scriptTask, useSkillStage } from './skillStage.js';

const stage = useSkillStage();

const labelsOf = (message: { keyboard?: { inline_keyboard: { text: string }[][] } }) =>
  message.keyboard?.inline_keyboard.flat().map(({ text }) => text) ?? [];

it('a skill that a task left is told quietly, once, and kept by its button', { timeout: 90_000 }, async () => {
  const { model, telegram, start, skillFile } = stage();
  const saving = createGate();
  scriptTask(model, saving.opened);
  await start();
  const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
  ada.say('Compare the vendors.');
  await ada.waitForBotMessage((message) => message.text === ANSWER, generous);
  const { lastUser } = await model.waitForRequest(isDistillation);
  expect(lastUser).toMatch(/<task>[\s\S]*Compare the vendors\.[\s\S]*5 tool calls/);
  ada.say('And now?');
  await ada.waitForBotMessage((message) => message.text === 'Yes.', generous);
  saving.open();
  const notice = await ada.waitForBotMessage((message) => message.text === NOTICE, generous);
  expect(notice.silent).toBe(true);
  expect(labelsOf(notice)).toEqual(['Keep', 'Discard']);
  expect(ada.botMessages().map(({ text }) => text)).toEqual([ANSWER, 'Yes.', NOTICE]);
  expect(ada.notifications().map(({ text }) => text)).toEqual([ANSWER, 'Yes.']);
  expect(await skillFile()).toContain('note price and terms');
  ada.pressButton(notice, '/skills keep vendor-comparison');
  await telegram.waitFor(() => notice.text.startsWith('Kept: vendor-comparison.'), { what: 'kept', ...generous });
  expect(labelsOf(notice)).toEqual([]);
  const before = model.requests.length;
  ada.say('/vendor_comparison the two telephone offers');
  await model.waitFor(() => model.requests.length > before);
  const asked = model.requests[before];
  expect(asked?.lastUser).toMatch(
    /Work by the skill "vendor-comparison"[\s\S]*note price and terms[\s\S]*telephone offers/,
  );
  expect(asked?.system).toContain('- vendor-comparison: compares vendors.');
  expect(telegram.refused()).toEqual([]);
});
