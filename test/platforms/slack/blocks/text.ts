import { z } from 'zod';

const said = (min: number, max: number) =>
  z
    .string()
    .refine((text) => text.trim().length >= min, `must be more than ${min - 1} characters`)
    .max(max, `must be less than ${max + 1} characters`);

/** A plain text object of 1 to `max` characters. */
export const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: said(1, max), emoji: z.boolean().exactOptional() });

/** A text object in Slack's own markup, of 1 to `max` characters. */
export const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: said(1, max), verbatim: z.boolean().exactOptional() });

/** Either. */
export const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);

/** A string of 1 to `max` characters. */
export const shortString = (max: number) =>
  z
    .string()
    .min(1, 'must be more than 0 characters')
    .max(max, `must be less than ${max + 1} characters`);
