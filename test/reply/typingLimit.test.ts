import { describe, expect, it } from 'vitest';
import type { Egress } from '../../src/core/ports/egress.js';
import type { CallKind } from '../../src/core/ports/ledger.js';
import type { Attempt, Governor, OutboundCall } from '../../src/reply/governor.js';
import { limitTyping } from '../../src/reply/typingLimit.js';
import { createGate } from '../platforms/gate.js';

const SENT: Attempt = { kind: 'done', sent: { ok: true, id: '1' }, callUntil: 0 };
const egress: Pick<Egress, 'limitsFor'> = { limitsFor: () => [] };

function callOf(kind: CallKind, account = '42'): OutboundCall {
  return {
    speaker: { lane: { id: 'telegram:42:7', kind: 'main' }, token: 1, turn: 't' },
    address: { platform: 'telegram', account, chat: '7', kind: 'dm' },
    chunk: '0',
    kind,
    rank: kind === 'status' ? 'typing' : 'first',
    payload: null,
  };
}

describe('typing', () => {
  it('is left out while ten calls of the account are on their way, and comes back after them', async () => {
    const answers = createGate();
    const slow: Governor = { attempt: () => answers.opened.then(() => SENT) };
    const governor = limitTyping(slow);
    const run = async () => ({ ok: true, id: '1' }) as const;
    const calls = Array.from({ length: 10 }, () => governor.attempt(callOf('send'), egress, run));

    expect(await governor.attempt(callOf('status'), egress, run)).toEqual({ kind: 'wait', ms: 1000 });
    const message = governor.attempt(callOf('send'), egress, run);
    const elsewhere = governor.attempt(callOf('status', '43'), egress, run);

    answers.open();
    expect(await Promise.all([...calls, message, elsewhere])).toEqual(Array(12).fill(SENT));
    expect(await governor.attempt(callOf('status'), egress, run)).toEqual(SENT);
  });

  it('counts calls that failed as over', async () => {
    const failing: Governor = { attempt: () => Promise.reject(new Error('the store is closed')) };
    const governor = limitTyping(failing);
    const run = async () => ({ ok: true, id: '1' }) as const;
    for (let call = 0; call < 12; call += 1) {
      await expect(governor.attempt(callOf('status'), egress, run)).rejects.toThrow('the store is closed');
    }
  });
});
