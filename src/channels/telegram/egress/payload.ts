import { z } from 'zod';

const span = { offset: z.number().int().nonnegative(), length: z.number().int().positive() };

/** The entities that Waggle writes (Bot API, MessageEntity). */
const entitySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      'bold',
      'italic',
      'underline',
      'strikethrough',
      'spoiler',
      'blockquote',
      'expandable_blockquote',
      'code',
    ]),
    ...span,
  }),
  z.object({ type: z.literal('pre'), language: z.string().exactOptional(), ...span }),
  z.object({ type: z.literal('text_link'), url: z.string(), ...span }),
]);

/** A rendered message as it is kept in the ledger and given to Telegram. */
export const payloadSchema = z.object({ text: z.string(), entities: z.array(entitySchema) });
