import { z } from 'zod';

/** Messages between the process and its mind thread. */

export const mindRequestSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('save'), id: z.number(), file: z.string(), text: z.string(), now: z.number() }),
  z.object({ op: z.literal('search'), id: z.number(), file: z.string(), query: z.string(), limit: z.number() }),
  z.object({ op: z.literal('count'), id: z.number(), file: z.string() }),
  /** Closes all files; the thread ends after its answer. */
  z.object({ op: z.literal('close'), id: z.number() }),
]);
export type MindRequest = z.infer<typeof mindRequestSchema>;

/** A request without its number, which the client gives it. */
export type MindOperation = MindRequest extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never;

export const mindResponseSchema = z.union([
  z.object({ id: z.number(), ok: z.literal(true), value: z.unknown() }),
  z.object({ id: z.number(), ok: z.literal(false), error: z.string() }),
]);
export type MindResponse = z.infer<typeof mindResponseSchema>;

export const savedSchema = z.object({ saved: z.boolean(), id: z.number() });
export const memoriesSchema = z.array(z.object({ id: z.number(), text: z.string(), savedAt: z.number() }));
export const countSchema = z.number();
