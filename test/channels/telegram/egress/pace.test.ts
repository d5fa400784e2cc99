import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsOfCall, type TelegramRate } from '../../../../src/channels/telegram/egress/pace.js';
import type { ChatAddress } from '../../../../src/core/message.js';
import type { CallKind, CallRank } from '../../../../src/core/ports/ledger.js';

const dm: ChatAddress = { platform: 'telegram', account: '42', chat: '7', kind: 'dm' };
const group: ChatAddress = { platform: 'telegram', account: '42', chat: '-7', kind: 'group' };

const keysOf = (address: ChatAddress, kind: CallKind, rank: CallRank, rate: TelegramRate = 30) =>
  limitsOfCall(address, kind, rank, rate).map((limit) => limit.key);

describe('what limits a call', () => {
  it('is the chat, the group and the account', () => {
    expect(keysOf(dm, 'send', 'first')).toEqual(['telegram:42', 'telegram:42/chat/7/calls']);
    expect(keysOf(group, 'send', 'first')).toContain('telegram:42/chat/-7/group');
    expect(keysOf(group, 'edit', 'edit')).toContain('telegram:42/chat/-7/edits');
    expect(keysOf(group, 'edit', 'final')).not.toContain('telegram:42/chat/-7/edits');
    expect(keysOf(group, 'remove', 'notice')).toEqual(['telegram:42']);
    expect(keysOf(group, 'status', 'typing')).toEqual(['telegram:42/status']);
  });

  it('is the same for all topics of a group', () => {
    expect(keysOf({ ...group, thread: '5' }, 'send', 'final')).toEqual(keysOf(group, 'send', 'final'));
  });

  it('is nothing but the pace of growing edits when it is off', () => {
    expect(limitsOfCall(group, 'edit', 'edit', 'off')).toEqual([
      { key: 'telegram:42/chat/-7/edits', intervalMs: 1000, burst: 1 },
    ]);
    for (const rank of ['final', 'first', 'notice'] as const)
      expect(limitsOfCall(group, 'send', rank, 'off')).toEqual([]);
    expect(limitsOfCall(group, 'edit', 'final', 'off')).toEqual([]);
  });
});

/** The ledger's rule (GCRA), calls as early as they are allowed. */
function run(
  calls: readonly { readonly kind: CallKind; readonly rank: CallRank; readonly gapMs: number }[],
  address: ChatAddress,
  rate: number,
) {
  const next = new Map<string, number>();
  let now = 0;
  return calls.map(({ kind, rank, gapMs }) => {
    now += gapMs;
    const limits = limitsOfCall(address, kind, rank, rate);
    for (const { key, intervalMs, burst } of limits)
      now = Math.max(now, (next.get(key) ?? 0) - (burst - 1) * intervalMs);
    for (const { key, intervalMs } of limits) next.set(key, Math.max(next.get(key) ?? 0, now) + intervalMs);
    return { at: now, kind, rank };
  });
}

function mostWithin(times: readonly number[], windowMs: number): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}

const call = fc.record({
  kind: fc.constantFrom<CallKind>('send', 'edit'),
  rank: fc.constantFrom<CallRank>('final', 'first', 'notice', 'edit'),
  gapMs: fc.oneof(fc.constant(0), fc.nat(5_000)),
});

describe('whatever is sent as early as allowed', () => {
  it('is never more than 20 messages and edits in a minute in a group', () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 40, maxLength: 80 }), (calls) => {
        const times = run(calls, group, 30).map((made) => made.at);
        expect(mostWithin(times, 60_000)).toBeLessThanOrEqual(20);
      }),
      { numRuns: 100 },
    );
  });

  it('is never more than the rate in a second for the account', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(call, { minLength: 50, maxLength: 150 }), (rate, calls) => {
        // Removals meet no limit but the account's.
        const removals = calls.map((one) => ({ ...one, kind: 'remove' as const, gapMs: one.gapMs % 30 }));
        const times = run(removals, dm, rate).map((made) => made.at);
        expect(mostWithin(times, 1_000)).toBeLessThanOrEqual(rate);
      }),
      { numRuns: 100 },
    );
  });

  it('leaves room in a group for the last words after any number of growing edits', () => {
    const edits = Array.from({ length: 30 }, () => ({ kind: 'edit' as const, rank: 'edit' as const, gapMs: 0 }));
    const last = Array.from({ length: 3 }, () => ({ kind: 'send' as const, rank: 'final' as const, gapMs: 0 }));
    const made = run([...edits, ...last], group, 30);
    const waited = (made.at(-1)?.at ?? 0) - (made.at(-4)?.at ?? 0);
    expect(waited).toBeLessThanOrEqual(1_000);
  });
});
