import { z } from 'zod';

/**
 * Work that a turn leaves for its lane's background lane (DESIGN.md section 1). It crosses the queue as JSON text, in the
 * only part of a message that no person wrote.
 */
export const backgroundJobSchema = z.discriminatedUnion('type', [
  /** Turn a task that took many tool calls into a skill (gate D1). */
  z.strictObject({
    type: z.literal('distillation'),
    /** Names the shape of the task: its tools in first-seen order. */
    patternKey: z.string(),
    directive: z.string(),
    /** What was asked, shortened. */
    request: z.string(),
    /** What was answered, shortened. */
    answer: z.string(),
    calls: z.array(z.strictObject({ name: z.string(), arguments: z.string(), failed: z.boolean() })),
  }),
]);
export type BackgroundJob = z.infer<typeof backgroundJobSchema>;
