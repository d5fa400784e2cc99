import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import { shownTexts, waitForTexts } from './phone.js';
import { openTalks, type Talks } from './talks.js';

const ANSWER = 'Nothing happened to me, and here is the answer.';

let talks: Talks;
beforeEach(async () => {
  talks = await openTalks({ settings: { WAGGLE_LEASE_MS: '1000' } });
});
afterEach(() => talks.close());

describe('a turn whose process dies each time it runs', () => {
  it('takes its neighbours down twice, then runs alone, and is given up with a sentence; all others are answered', async () => {
    const never = createGate();
    const bad = talks.open({ text: 'x', hold: never.opened });
    const others = [0, 1, 2].map(() =>
      talks.open((attempt) => (attempt < 2 ? { hold: never.opened } : { text: ANSWER })),
    );
    bad.chat.say(bad.question);
    for (const { chat, question } of others) chat.say(question);

    for (let death = 1; death <= 3; death += 1) {
      const process = await talks.start('ingress');
      await talks.model.waitFor(() => talks.timesAsked(bad.question) === death, {
        what: 'the bad turn',
        timeoutMs: 30_000,
      });
      if (death < 3) {
        await talks.model.waitFor(() => others.every(({ question }) => talks.timesAsked(question) === death), {
          timeoutMs: 30_000,
        });
      } else {
        // It is alone: nobody else is at work, and whoever comes now waits.
        expect(talks.model.openRequests()).toBe(1);
        const late = talks.open({ text: ANSWER });
        late.chat.say(late.question);
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        expect(talks.timesAsked(late.question)).toBe(0);
        others.push(late);
      }
      await process.kill();
    }

    await talks.start('ingress');
    const told = await bad.chat.waitForBotMessage(({ text }) => text.includes('failed three times'), {
      timeoutMs: 30_000,
    });
    expect(told.silent).toBe(false);
    for (const { chat } of others) await waitForTexts(talks.telegram, chat, [ANSWER]);
    expect(shownTexts(bad.chat)).toEqual([told.text]);
    expect(talks.timesAsked(bad.question)).toBe(3);
    never.open();
    bad.chat.say(talks.ask({ text: ANSWER }));
    await waitForTexts(talks.telegram, bad.chat, [told.text, ANSWER]);
    expect(talks.telegram.refused()).toEqual([]);
  });

  it('is not given up as long as it gets on: each death after a new step counts from the start', async () => {
    const never = createGate();
    const { chat, question } = talks.open({ text: 'unused' });
    let calls = 0;
    talks.model.script(() => {
      calls += 1;
      // Odd requests end in a tool call, so that a step is journaled; the next one meets the death of the process.
      if (calls % 2 === 1 && calls < 10) return { toolCalls: [{ name: 'get_time', arguments: {} }] };
      return calls < 10 ? { hold: never.opened } : { text: ANSWER };
    });
    chat.say(question);
    for (let death = 1; death <= 4; death += 1) {
      const process = await talks.start('ingress');
      await talks.model.waitFor(() => calls === 2 * death && talks.model.openRequests() === 1, { timeoutMs: 30_000 });
      await process.kill();
    }
    await talks.start('ingress');
    await waitForTexts(talks.telegram, chat, [ANSWER]);
    never.open();
  });
});
