import { z } from 'zod';

/**
 * What a message does that arrives while a turn of its lane runs: wait for a turn of its own, be answered together with others
 * that wait, join the running turn, or stop it.
 */
export const laneModeSchema = z.enum(['queue', 'collect', 'steer', 'interrupt']);
export type LaneMode = z.infer<typeof laneModeSchema>;

/** Name of the chat setting that wins over the configured mode. */
export const LANE_MODE_SETTING = 'mode';

/** The mode that holds in a chat: what was set for it, else what is configured. */
export function laneModeOf(set: string | null, configured: LaneMode): LaneMode {
  const mode = laneModeSchema.safeParse(set);
  return mode.success ? mode.data : configured;
}
