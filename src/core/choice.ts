import { z } from 'zod';

/**
 * A button that types a command for its reader: pressing it is the message `command` of whoever presses, with that person's
 * rights, and the answer takes the place of the message with the buttons. So a button needs no state of its own, works
 * after a restart, and can do nothing that typing could not.
 */
export const choiceSchema = z.object({
  label: z.string().min(1).max(40),
  /** At most 60 bytes, so that it fits the tightest platform (Telegram: 64 bytes of callback_data). */
  command: z
    .string()
    .regex(/^\/[a-z0-9_]/)
    .refine((text) => Buffer.byteLength(text) <= 60, 'at most 60 bytes'),
});
export type Choice = Readonly<z.infer<typeof choiceSchema>>;

/** How many choices one message may carry: 5 rows of 5 (Discord), which every platform can show. */
export const MAX_CHOICES = 25;
