import { z } from 'zod';

/** True or false, as JSON or as text. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
]);

/** A whole number, as JSON or as text. */
export const integer = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
]);

/** A structured parameter: JSON in a JSON body, text that holds JSON in a form. */
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

/** A message's time stamp: it must be text, a number loses its last digits. */
export const ts = z.string().regex(/^\d{10}\.\d{6}$/, 'is no time stamp');
