import { z } from 'zod';

/**
 * How a turn ended, as it is stored with it (`TurnRecord.outcome`) and shown by `GET /api/turns/{id}`: the answer, the
 * error, or the text that stood there when a person stopped it.
 */
export const turnOutcomeSchema = z.union([
  z.strictObject({
    /** Everything that is shown. */
    text: z.string(),
    content: z.string(),
    toolsUsed: z.array(z.string()),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  }),
  z.strictObject({ error: z.object({ code: z.string(), sentence: z.string() }) }),
  z.strictObject({ stopped: z.literal(true), text: z.string() }),
]);
export type TurnOutcome = z.infer<typeof turnOutcomeSchema>;
