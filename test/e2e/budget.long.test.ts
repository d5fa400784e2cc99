import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startChild } from '../setup/childProcess.js';
import type { GatewayProcess } from './gateway.js';
import { shownTexts } from './phone.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage({
    settings: { WAGGLE_OWNER: 'telegram:11', WAGGLE_TIME_ZONE: 'UTC', WAGGLE_DAILY_BUDGET_USD: '1' },
  });
});
afterEach(() => stage.close());

const acceptedSchema = z.looseObject({ msg: z.literal('accepted'), turn: z.string(), kind: z.string() });

/** Ids of the turns that the gateway has accepted for the model, in order. */
function turnsOf(gateway: GatewayProcess): string[] {
  return gateway.child.errors.flatMap((line) => {
    const parsed = acceptedSchema.safeParse(JSON.parse(line));
    return parsed.success && parsed.data.kind === 'main' ? [parsed.data.turn] : [];
  });
}

/** Runs a command of the built product on the stage's data directory. */
async function waggle(...args: string[]): Promise<{ code: number | NodeJS.Signals; out: string; err: string }> {
  const child = startChild('../../dist/cli/main.js', import.meta.url, args, {
    WAGGLE_DATA_DIR: stage.dataDir,
    WAGGLE_CONFIG: '',
    REDIS_URL: '',
    TELEGRAM_BOT_TOKEN: '',
  });
  const code = await child.ended;
  return { code, out: child.lines.join('\n'), err: child.errors.join('\n') };
}

it('warns once, refuses then, and shows the owner what it cost and what a turn did', async () => {
  const { telegram, model } = stage;
  model.script((request) => ({ text: `You said ${request.lastUser}.`, costUsd: 0.45 }));
  const gateway = await stage.start('ingress', { WAGGLE_BUDGET_MODE: 'hard' });
  const ada = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
  const bob = telegram.privateChat(telegram.user(12, { name: 'Bob' }));

  ada.say('one');
  await ada.waitForBotMessage((message) => message.text === 'You said one.');
  bob.say('two');
  await bob.waitForBotMessage((message) => message.text === "You said two.\n\nToday's budget is 80 % used.");
  bob.say('/budget all 100');
  await bob.waitForBotMessage((message) => message.text.startsWith('Only the owner sets budgets.'));
  ada.say('/budget all 0.91');
  await ada.waitForBotMessage((message) => message.text.startsWith('Set.'));
  ada.say('three');
  await ada.waitForBotMessage(
    (message) =>
      message.text ===
      "Today's budget has no room for another answer (0.90 of 0.91 USD). It starts afresh at midnight (UTC).",
  );
  expect(model.requests).toHaveLength(2);
  ada.say('/usage');
  const usage = await ada.waitForBotMessage((message) => message.text.includes('Everybody'));
  expect(usage.text).toContain('You: $0.4500');
  expect(usage.text).toContain('Everybody: $0.9000');
  ada.say('/status');
  await ada.waitForBotMessage((message) => message.text.includes('Everything together: 0.90 of 0.91 USD used today'));
  expect(shownTexts(bob)[0]).not.toContain('USD');
  expect(telegram.refused()).toEqual([]);

  const [first = '', , third = ''] = turnsOf(gateway);
  const shown = await waggle('trace', first.slice(0, 8));
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toContain(`Turn ${first}`);
  expect(shown.out).toMatch(/\+ *\d+ ms {2}agent-loop\.enter .*\n[\s\S]*llm\.exit [\s\S]*turn\.exit end=done/);
  expect(shown.out).toMatch(/claude-sonnet-4-6: \d+ tokens in, \d+ out, \$0\.4500 \(endpoint\)/);
  expect(shown.out).not.toContain('You said');
  expect((await waggle('trace', third)).out).toMatch(/budget\.refused scope=all [\s\S]*turn\.exit end=failed/);
  expect(await waggle('trace', '00000000')).toMatchObject({ code: 1, err: expect.stringContaining('no turn begins') });
  expect(await waggle('trace', 'abc')).toMatchObject({ code: 1, err: expect.stringContaining('first 8 characters') });
});
