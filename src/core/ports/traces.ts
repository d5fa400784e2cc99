import { z } from 'zod';

const traceFieldSchema = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

/** Something that happened in a turn. Holds names, counts and times, never message texts. */
export const traceEventSchema = z.object({
  /** Milliseconds since the attempt began. */
  ms: z.number(),
  /** `agent-loop.tool.enter` and kin (spec runtime 7.7). */
  stage: z.string(),
  fields: z.record(z.string(), traceFieldSchema),
});
export type TraceEvent = z.infer<typeof traceEventSchema>;

/** What one attempt of a turn did. */
export interface TurnTrace {
  readonly turn: string;
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly events: readonly TraceEvent[];
  /** Events beyond the bound, which were not kept. */
  readonly dropped: number;
}

/** Traces of turns, kept 14 days (DESIGN.md section 4). */
export interface TraceStore {
  /** Stores an attempt's trace at once; a second one of the same attempt replaces it. */
  write(trace: TurnTrace): Promise<void>;
  /** By attempt. Empty for turns that never got to the agent. */
  of(turn: string): Promise<readonly TurnTrace[]>;
  /** Ids of the turns that begin with a text, oldest first. */
  turnsLike(prefix: string, limit: number): Promise<readonly string[]>;
}
