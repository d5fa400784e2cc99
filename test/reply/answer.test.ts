import { expect, it } from 'vitest';
import { renderSlack } from '../../src/channels/slack/render/render.js';
import { createAnswer } from '../../src/reply/answer.js';
import { createFakeClock } from '../setup/fakeClock.js';

const limits = { maxUnits: 4_000, maxParts: 48, maxLines: null };
const sentence = 'The tide turns at noon. ';

it('where edits are scarce, the first message waits a moment for its end, and then for nothing else', async () => {
  const clock = createFakeClock();
  const answer = createAnswer({
    egress: { limits, render: renderSlack, firstMessageAfterMs: 250 },
    clock,
    preface: () => '',
  });
  expect(answer.goesFirstAt(clock.now())).toBeNull();
  const begun = clock.now();
  answer.observe({ type: 'text', delta: sentence });
  expect(answer.mayGoFirst(clock.now())).toBe(false);
  expect(answer.goesFirstAt(clock.now())).toBe(begun + 250);
  await clock.advance(250);
  expect(answer.mayGoFirst(clock.now())).toBe(true);
});

it('elsewhere it goes out with its first sentence, or 1.5 s after its first words', async () => {
  const clock = createFakeClock();
  const answer = createAnswer({ egress: { limits, render: renderSlack }, clock, preface: () => '' });
  answer.observe({ type: 'text', delta: 'The tide' });
  expect(answer.mayGoFirst(clock.now())).toBe(false);
  expect(answer.goesFirstAt(clock.now())).toBe(clock.now() + 1_500);
  answer.observe({ type: 'text', delta: ' turns at noon. ' });
  expect(answer.mayGoFirst(clock.now())).toBe(true);
});
