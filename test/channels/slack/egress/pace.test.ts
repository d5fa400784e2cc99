import { describe, expect, it } from 'vitest';
import { limitsOfCall } from '../../../../src/channels/slack/egress/pace.js';
import type { ChatAddress } from '../../../../src/core/message.js';
import type { CallKind, CallRank } from '../../../../src/core/ports/ledger.js';
import { documentedRates } from '../../../platforms/slack/rates.js';

const channel: ChatAddress = { platform: 'slack', account: 'T1', chat: 'C1', kind: 'group' };
const thread: ChatAddress = { ...channel, thread: '1.2' };

const keysOf = (kind: CallKind, rank: CallRank, address = thread) =>
  limitsOfCall(address, kind, rank, false).map((limit) => limit.key);

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
    const [ours] = limitsOfCall(thread, kind, rank, false);
    expect(ours?.intervalMs).toBeGreaterThanOrEqual(published?.intervalMs ?? Number.POSITIVE_INFINITY);
    expect(ours?.burst).toBeLessThan(published?.burst ?? 0);
  });

  it('leaves last words room that growing answers cannot take', () => {
    const burstOf = (rank: CallRank) => limitsOfCall(thread, 'edit', rank, false).at(-1)?.burst ?? 0;
    expect(burstOf('final')).toBeGreaterThan(burstOf('edit'));
  });

  it('gives no more reactions than can be taken back', () => {
    const [given] = limitsOfCall(channel, 'status', 'typing', false);
    const [taken] = limitsOfCall(channel, 'status', 'notice', false);
    const published = documentedRates['reactions.remove'];
    expect(taken?.key).toBe(given?.key);
    // Every second one takes one back.
    expect(2 * (taken?.intervalMs ?? 0)).toBeGreaterThan(published?.intervalMs ?? Number.POSITIVE_INFINITY);
    expect(taken?.burst).toBeLessThan(published?.burst ?? 0);
    expect(given?.burst).toBeLessThan(taken?.burst ?? 0);
  });

  it('lets an answer by response_url grow once', () => {
    const private_ = { ...channel, interaction: { token: 'https://hooks.example/secret', until: 1 } };
    const limits = limitsOfCall(private_, 'edit', 'edit', true);
    expect(limits).toMatchObject([{ burst: 1, intervalMs: 1_800_000 }]);
    expect(JSON.stringify(limits)).not.toContain('secret');
    expect(limitsOfCall(private_, 'send', 'final', true)).toEqual([]);
  });
});
