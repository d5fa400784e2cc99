import { z } from 'zod';

/** The body of `GET /api/commands`: the slash commands that the caller may use, in the order of menus. */
export const commandListSchema = z.object({
  commands: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      /** What follows the name, as help shows it; empty: nothing does. */
      usage: z.string(),
      /** What may follow the name, where that can be listed. */
      words: z.array(z.string()),
    }),
  ),
});
export type CommandList = z.infer<typeof commandListSchema>;
