import { z } from 'zod';

export const countRequestSchema = z.object({ id: z.number(), texts: z.array(z.string()) });
export const countReplySchema = z.object({ id: z.number(), counts: z.array(z.number()) });
