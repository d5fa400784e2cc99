import { z } from 'zod';

/** A whole number, as JSON or as text. */
export const integer = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,16}$/)
    .transform(Number),
]);

/** True or false as the Bot API reads them. */
export const flag = z.union([
  z.boolean(),
  z.string().transform((text) => ['true', 'yes', '1'].includes(text.toLowerCase())),
  z.int().transform((number) => number !== 0),
]);

/** A structured parameter: JSON in a JSON body, text that holds JSON elsewhere. */
export function json<T extends z.ZodType>(schema: T) {
  return z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'is no JSON' });
      return z.NEVER;
    }
  }, schema);
}

/** A chat: its number, or `@username`. */
export const chatId = z.union([integer, z.string().regex(/^@[A-Za-z0-9_]{4,32}$/, 'chat_id is empty')]);
