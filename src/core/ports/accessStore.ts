import { z } from 'zod';
import type { Platform } from '../message.js';

/** From the most trusted to the least. */
export const roleSchema = z.enum(['owner', 'admin', 'member', 'guest']);
export type Role = z.infer<typeof roleSchema>;

/** A person on one platform account. */
export interface PersonKey {
  readonly platform: Platform;
  readonly account: string;
  readonly user: string;
}

export interface PairingRequest extends PersonKey {
  readonly code: string;
  readonly name: string;
  readonly expiresAt: number;
}

export interface AccessStore {
  roleOf(person: PersonKey): Promise<Role | null>;
  /** Whether anybody has been granted the role of owner. */
  hasOwner(): Promise<boolean>;
  grant(request: PersonKey & { role: Role; by: string; now: number }): Promise<void>;
  /**
   * The person's open pairing request, made with `code` when there is none. `tell` is true when the person has not
   * been told within `tellEveryMs` (and counts as told from now on).
   */
  requestPairing(
    request: PersonKey & { name: string; code: string; ttlMs: number; tellEveryMs: number; now: number },
  ): Promise<{ readonly code: string; readonly tell: boolean }>;
  /** Takes an open request by its code (case-insensitive): it can be used once. Null when unknown or expired. */
  takePairing(request: { code: string; now: number }): Promise<PairingRequest | null>;
  pairings(now: number): Promise<readonly PairingRequest[]>;
}
