import { describe, expect, it } from 'vitest';
import type { Rendered } from '../../src/core/ports/egress.js';
import { planStep, type ReplyView } from '../../src/reply/plan.js';
import { emptySlot, NO_BUTTONS, type Slot } from '../../src/reply/slot.js';

const rendered = (text: string): Rendered => ({ units: text.length, parts: 0, payload: { text }, plain: text });

function sentSlot(chunk: string, text: string): Slot {
  return { ...emptySlot(chunk), state: 'sent', messageId: `m-${chunk}`, shown: JSON.stringify({ text }) };
}

function view(overrides: Partial<ReplyView>): ReplyView {
  return {
    now: 1000,
    chunks: [],
    slots: [],
    buttons: NO_BUTTONS,
    lostSends: 'wait',
    mayVanish: false,
    mayStart: false,
    startsAt: null,
    ended: false,
    closing: null,
    notice: { slot: emptySlot('notice:0'), rendered: null, nextChangeAt: null },
    files: [],
    stale: [],
    statusAt: null,
    ...overrides,
  };
}

describe('planStep', () => {
  it('sends the first chunk as a notifying message of rank first, later ones silently', () => {
    const slots = [emptySlot('0'), emptySlot('1')];
    const first = planStep(view({ chunks: [rendered('a'), rendered('b')], slots, mayStart: true }));
    expect(first).toMatchObject({ do: 'send', rank: 'first', silent: false, slot: { chunk: '0' } });
    const second = planStep(
      view({ chunks: [rendered('a'), rendered('b')], slots: [sentSlot('0', 'a'), emptySlot('1')], mayStart: true }),
    );
    expect(second).toMatchObject({ do: 'send', rank: 'edit', silent: true, slot: { chunk: '1' } });
  });

  it('holds text back until it may start, and rests until then', () => {
    const step = planStep(view({ chunks: [rendered('a')], slots: [emptySlot('0')], startsAt: 2500 }));
    expect(step).toEqual({ do: 'rest', until: 2500 });
  });

  it('removes a visible notice before it writes text', () => {
    const notice = { slot: sentSlot('notice:0', 'Thinking'), rendered: rendered('Thinking'), nextChangeAt: null };
    const step = planStep(view({ chunks: [rendered('a')], slots: [emptySlot('0')], mayStart: true, notice }));
    expect(step).toMatchObject({ do: 'remove', rank: 'first', slot: { chunk: 'notice:0' } });
  });

  it('corrects an earlier chunk before it sends a later one', () => {
    const slots = [sentSlot('0', 'old'), emptySlot('1')];
    const step = planStep(view({ chunks: [rendered('new'), rendered('b')], slots, mayStart: true }));
    expect(step).toMatchObject({ do: 'edit', slot: { chunk: '0' }, rendered: { plain: 'new' } });
  });

  it('waits out a lost send and then repeats it unchanged', () => {
    const lost: Slot = { ...emptySlot('0'), state: 'unknown', lostPayload: { text: 'a' }, callUntil: 4000 };
    const waiting = view({ chunks: [rendered('abc')], slots: [lost], ended: true });
    expect(planStep(waiting)).toEqual({ do: 'rest', until: 4000 });
    expect(planStep({ ...waiting, now: 4000 })).toMatchObject({ do: 'resend', slot: lost, rank: 'final' });
  });

  it('at the end removes surplus messages from the last, only after the text is right', () => {
    const slots = [sentSlot('0', 'old'), sentSlot('1', 'x'), sentSlot('2', 'y')];
    expect(planStep(view({ chunks: [rendered('new')], slots, ended: true }))).toMatchObject({
      do: 'edit',
      rank: 'final',
    });
    const right = [sentSlot('0', 'new'), sentSlot('1', 'x'), sentSlot('2', 'y')];
    expect(planStep(view({ chunks: [rendered('new')], slots: right, ended: true }))).toMatchObject({
      do: 'remove',
      slot: { chunk: '2' },
    });
  });

  it('never removes the answer when the turn ends without text', () => {
    expect(planStep(view({ slots: [sentSlot('0', 'partial')], ended: true }))).toEqual({ do: 'done' });
  });

  it('ends with the closing sentence as a notifying message, after the notice went', () => {
    const closing = { slot: emptySlot('closing'), rendered: rendered('Sorry.') };
    const notice = { slot: sentSlot('notice:0', 'Thinking'), rendered: null, nextChangeAt: null };
    expect(planStep(view({ ended: true, closing, notice }))).toMatchObject({
      do: 'remove',
      slot: { chunk: 'notice:0' },
    });
    expect(planStep(view({ ended: true, closing }))).toMatchObject({ do: 'send', rank: 'final', silent: false });
  });

  it('leaves abandoned messages alone', () => {
    const gone: Slot = { ...emptySlot('0'), state: 'abandoned' };
    expect(planStep(view({ chunks: [rendered('a')], slots: [gone], ended: true }))).toEqual({ do: 'done' });
  });

  it('shows, changes and removes notices while there is no text, silently', () => {
    const shown = { slot: emptySlot('notice:0'), rendered: rendered('Thinking'), nextChangeAt: 9000 };
    expect(planStep(view({ notice: shown }))).toMatchObject({ do: 'send', rank: 'notice', silent: true });
    const same = { ...shown, slot: sentSlot('notice:0', 'Thinking') };
    expect(planStep(view({ notice: same }))).toEqual({ do: 'rest', until: 9000 });
    expect(planStep(view({ notice: { ...same, rendered: null } }))).toMatchObject({ do: 'remove' });
  });

  it('risks no notice while a message of the answer may be lost', () => {
    const lost: Slot = { ...emptySlot('0'), state: 'unknown', lostPayload: { text: 'a' }, callUntil: 4000 };
    const notice = { slot: emptySlot('notice:0'), rendered: rendered('Thinking'), nextChangeAt: null };
    expect(planStep(view({ slots: [lost], notice }))).toEqual({ do: 'rest', until: null });
  });

  it('shows typing when it is due and nothing else is', () => {
    expect(planStep(view({ statusAt: 1000 }))).toEqual({ do: 'status' });
    expect(planStep(view({ statusAt: 3000 }))).toEqual({ do: 'rest', until: 3000 });
  });

  it('removes notices of an earlier attempt first', () => {
    const stale = [sentSlot('notice:3', 'Thinking')];
    expect(planStep(view({ stale, chunks: [rendered('a')], slots: [emptySlot('0')], mayStart: true }))).toMatchObject({
      do: 'remove',
      slot: { chunk: 'notice:3' },
    });
  });
});
