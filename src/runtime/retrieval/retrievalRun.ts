import { z } from 'zod';

const messageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });

/** Where a retrieval run stands after a step; enough to go on from. */
export const checkpointSchema = z.object({
  runId: z.string(),
  step: z.number().int().nonnegative(),
  messages: z.array(messageSchema),
  totals: z.object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number(),
    latencyMs: z.number(),
  }),
  retrievalCalls: z.number().int().nonnegative(),
  /** Set when the run is finished. */
  rawResponse: z.string().nullable(),
  loopExhausted: z.boolean(),
  errors: z.array(z.string()),
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** Keeps the newest checkpoint of each run. */
export interface CheckpointStore {
  load(runId: string): Promise<Checkpoint | null>;
  save(checkpoint: Checkpoint): Promise<void>;
}

export type RetrievalEvent =
  | { readonly type: 'recovery_resumed'; readonly runId: string; readonly step: number }
  | { readonly type: 'step_started' | 'step_completed'; readonly step: number }
  | { readonly type: 'retrieval_invoked'; readonly step: number; readonly query: string; readonly hits: number }
  | { readonly type: 'messages_compressed' | 'context_compressed'; readonly before: number; readonly after: number }
  | { readonly type: 'finalized' | 'loop_exhausted'; readonly step: number };

/** What a run came to. Sums cover all calls of the run, those before a resume included. */
export interface RetrievalResult {
  readonly rawResponse: string;
  readonly normalizedResponse: string;
  readonly normalizationActions: readonly string[];
  readonly promptShapeName: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly latencyMs: number;
  readonly loopExhausted: boolean;
  readonly stepsTaken: number;
  readonly retrievalCalls: number;
  readonly errors: readonly string[];
}
