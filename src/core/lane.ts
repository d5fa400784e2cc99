import { z } from 'zod';
import type { ChatAddress } from './message.js';

/**
 * A lane is one conversation; it runs one turn at a time. Its kinds share the id: `main` for turns, `ctl` for instant
 * commands (never waiting behind a turn), `bg` for background work that never delays the user.
 */
export const laneKindSchema = z.enum(['main', 'ctl', 'bg']);
export type LaneKind = z.infer<typeof laneKindSchema>;

/** One lane of one kind: the unit that a worker claims. */
export interface LaneRef {
  readonly id: string;
  readonly kind: LaneKind;
}

/**
 * The lane id of an address: percent-encoded `platform:account:chat[:thread]`. The kind is not part of it, so no name
 * chosen outside can forge a control lane.
 */
export function laneIdOf(address: Pick<ChatAddress, 'platform' | 'account' | 'chat' | 'thread'>): string {
  const parts = [address.platform, address.account, address.chat];
  if (address.thread !== undefined) parts.push(address.thread);
  return parts.map(encodeURIComponent).join(':');
}

/** A key for maps and queue jobs: unambiguous because ids are percent-encoded. */
export function laneKey(lane: LaneRef): string {
  return `${lane.kind}:${lane.id}`;
}
