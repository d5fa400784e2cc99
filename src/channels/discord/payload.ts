import { z } from 'zod';

/** A rendered message as it is kept in the ledger and given to Discord. */
export const payloadSchema = z.object({ content: z.string() });
