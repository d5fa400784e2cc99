import { describe, expect, it } from 'vitest';
import type { TurnEventBody } from '../../src/core/events.js';
import { inOneGo } from '../../src/turns/inOneGo.js';

const response = { content: '', toolsUsed: [], usage: { inputTokens: 0, outputTokens: 0 } };

function pass(...events: readonly TurnEventBody[]): readonly TurnEventBody[] {
  const told: TurnEventBody[] = [];
  const emit = inOneGo((event) => told.push(event));
  for (const event of events) emit(event);
  return told;
}

const text = (delta: string): TurnEventBody => ({ type: 'text', delta });
const look: TurnEventBody = { type: 'toolStart', call: '1', name: 'look' };

describe('an answer in one go', () => {
  it('comes before its end; what is done meanwhile is told at once', () => {
    const end: TurnEventBody = { type: 'final', response, text: 'The answer.' };
    const events = pass(
      text('Let me look.'),
      { type: 'segmentEnd', drop: true },
      look,
      text('The ans'),
      text('wer.'),
      end,
    );
    expect(events).toEqual([look, text('The answer.'), end]);
  });

  it('keeps what was written when a turn is stopped or fails', () => {
    const stopped: TurnEventBody = { type: 'stopped', text: 'Half an' };
    expect(pass(text('Half an'), stopped)).toEqual([text('Half an'), stopped]);
    const failed: TurnEventBody = { type: 'failed', error: { code: 'x', sentence: 'No.' } };
    const aside: TurnEventBody = { type: 'segmentEnd', drop: false };
    expect(pass(text('One.'), aside, text('Two'), failed)).toEqual([text('One.\n\nTwo'), failed]);
    expect(pass(failed)).toEqual([failed]);
  });

  it('has nothing of what was voided', () => {
    const reset: TurnEventBody = { type: 'reset', why: 'retry' };
    const failed: TurnEventBody = { type: 'failed', error: { code: 'x', sentence: 'No.' } };
    expect(pass(text('Wrong'), reset, failed)).toEqual([reset, failed]);
  });
});
