import { describe, expect, it } from 'vitest';
import { limitsOfCall } from '../../../../src/channels/slack/egress/pace.js';
import type { ChatAddress } from '../../../../src/core/message.js';
import type { CallKind, CallRank } from '../../../../src/core/ports/ledger.js';
import { documentedRates } from '../../../platforms/slack/rates.js';

const channel: ChatAddress = { platform: 'slack', account: 'T1', chat: 'C1', kind: 'group' };
const thread: ChatAddress = { ...channel, thread: '1.2' };

const keysOf = (kind: CallKind, rank: CallRank, address = thread) =>
  limitsOfCall(address, kind, rank).map((limit) => limit.key);

describe('what limits a call', () => {
  it('is the channel for posts, the workspace for everything else, and a second between growing edits', () => {
    expect(keysOf('send', 'first')).toEqual(['slack:T1/chat/C1/posts', 'slack:T1/posts']);
    expect(keysOf('send', 'first', channel)).toEqual(keysOf('send', 'first'));
    expect(keysOf('edit', 'edit')).toEqual(['slack:T1/chat/C1/edits', 'slack:T1/updates']);
    expect(keysOf('edit', 'final')).toEqual(['slack:T1/updates']);
    expect(keysOf('remove', 'notice')).toEqual(['slack:T1/deletes']);
    expect(keysOf('status', 'typing')).toEqual(['slack:T1/status']);
    expect(keysOf('status', 'typing', channel)).toEqual(['slack:T1/reactions']);
  });

  it.each([
    ['send', 'final', 'chat.postMessage'],
    ['edit', 'final', 'chat.update'],
    ['remove', 'notice', 'chat.delete'],
    ['status', 'typing', 'assistant.threads.setStatus'],
  ] as const)('stays below what Slack publishes: %s', (kind, rank, method) => {
    const published = documentedRates[method];
    const [ours] = limitsOfCall(thread, kind, rank);
    expect(ours?.intervalMs).toBeGreaterThanOrEqual(published?.intervalMs ?? Number.POSITIVE_INFINITY);
    expect(ours?.burst).toBeLessThan(published?.burst ?? 0);
  });

  it('leaves last words room that growing answers cannot take', () => {
    const burstOf = (rank: CallRank) => limitsOfCall(thread, 'edit', rank).at(-1)?.burst ?? 0;
    expect(burstOf('final')).toBeGreaterThan(burstOf('edit'));
  });

  it('gives no more reactions than can be taken back', () => {
    const [given] = limitsOfCall(channel, 'status', 'typing');
    const [taken] = limitsOfCall(channel, 'status', 'notice');
    const published = documentedRates['reactions.remove'];
    expect(taken?.key).toBe(given?.key);
    // Every second one takes one back.
    expect(2 * (taken?.intervalMs ?? 0)).toBeGreaterThan(published?.intervalMs ?? Number.POSITIVE_INFINITY);
    expect(taken?.burst).toBeLessThan(published?.burst ?? 0);
    expect(given?.burst).toBeLessThan(taken?.burst ?? 0);
  });
});
