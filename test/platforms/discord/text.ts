import { z } from 'zod';

/** A text of at most so many UTF-16 units (zod counts code points): no way of Discord's to count is stricter. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .check((context) => {
      if (context.value.length <= max) return;
      context.issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: context.value });
    });
