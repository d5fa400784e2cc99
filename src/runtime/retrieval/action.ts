import { z } from 'zod';
import { findObject } from '../objectInText.js';

/** What the model of a retrieval run wants next. */
export type RetrievalAction =
  | { readonly action: 'retrieve'; readonly query: string }
  | { readonly action: 'finalize'; readonly response: string };

const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('retrieve'), query: z.string().trim().min(1).max(2000) }),
  z.object({ action: z.literal('finalize'), response: z.string().trim().min(1) }),
]);

/** The first well-formed action in a reply, whatever stands around it (prose, a code fence). Null when there is none. */
export function parseAction(reply: string): RetrievalAction | null {
  return findObject(reply, (object) => actionSchema.safeParse(object).data ?? null);
}
