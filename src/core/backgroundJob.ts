import { z } from 'zod';
import { FRAME_SOURCES, IMPORTANCES } from './memory/frame.js';
import { SIGNAL_CATEGORIES } from './memory/layers.js';

/** Something of an exchange that is to be remembered. */
const noteSchema = z.strictObject({
  content: z.string(),
  importance: z.enum(IMPORTANCES),
  source: z.enum(FRAME_SOURCES),
  trust: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  /** Milliseconds UTC. */
  expiresAt: z.number().exactOptional(),
});
export type MemoryNote = z.infer<typeof noteSchema>;

const signalSchema = z.strictObject({ category: z.enum(SIGNAL_CATEGORIES), key: z.string(), detail: z.string() });
export type MemorySignal = z.infer<typeof signalSchema>;

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
  /** Remember what an exchange came to (spec runtime 5.6). */
  z.strictObject({
    type: z.literal('memory'),
    notes: z.array(noteSchema),
    signals: z.array(signalSchema),
    /** Given where a model is to look for more: what the person wrote and what was answered, shortened. */
    exchange: z.strictObject({ user: z.string(), assistant: z.string() }).exactOptional(),
  }),
]);
export type BackgroundJob = z.infer<typeof backgroundJobSchema>;
