import type { Clock } from '../../../core/clock.js';

/** So much may be saved in one session by the tool. */
export const SAVES_PER_SESSION = 50;
/** A lane in which nothing was saved for so long begins a new session, in milliseconds. */
const SESSION_MS = 6 * 3_600_000;
const MAX_LANES = 5_000;

/** Counts what is saved, lane by lane: a model that saves everything fills a mind with nothing. */
export interface SaveQuota {
  /** False when the session has saved enough. */
  take(lane: string): boolean;
}

export function createSaveQuota(clock: Clock): SaveQuota {
  const sessions = new Map<string, { readonly count: number; readonly at: number }>();
  return {
    take: (lane) => {
      const now = clock.now();
      const known = sessions.get(lane);
      const count = known === undefined || now - known.at > SESSION_MS ? 0 : known.count;
      if (count >= SAVES_PER_SESSION) return false;
      sessions.delete(lane);
      if (sessions.size >= MAX_LANES) {
        const [oldest] = sessions.keys();
        if (oldest !== undefined) sessions.delete(oldest);
      }
      sessions.set(lane, { count: count + 1, at: now });
      return true;
    },
  };
}
