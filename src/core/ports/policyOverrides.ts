import { z } from 'zod';
import type { Role } from './accessStore.js';

export const policyWordSchema = z.enum(['allow', 'ask', 'deny']);
export type PolicyWord = z.infer<typeof policyWordSchema>;

/** What holds in one chat for one role instead of the table: for a risk (`risk:high`) or one tool (`tool:bash`). */
export interface PolicyOverride {
  /** As `chatKey` writes it. */
  readonly chat: string;
  readonly role: Role;
  readonly what: string;
  readonly decision: PolicyWord;
  readonly by: string;
  readonly at: number;
}

/** What was set for chats over the tool policy. */
export interface PolicyOverrides {
  /** Those of one chat; null: of all chats. */
  of(chat: string | null): Promise<readonly PolicyOverride[]>;
  /** Null takes it away. */
  set(
    request: Pick<PolicyOverride, 'chat' | 'role' | 'what' | 'by'> & {
      readonly decision: PolicyWord | null;
      readonly now: number;
    },
  ): Promise<void>;
}
