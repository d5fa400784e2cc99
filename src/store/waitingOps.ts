import type { Database } from 'better-sqlite3';
import type { LaneStore, WaitingMessage } from '../core/ports/laneStore.js';
import { parseMessage } from './claimedRows.js';
import { preparedOnce } from './preparedOnce.js';

interface WaitingRow {
  readonly lane_id: string;
  readonly token: number;
  readonly turn: string;
  readonly sender: string;
  readonly message: string;
  readonly ahead: number;
}

const statements = preparedOnce((db) => ({
  waiting: db.prepare<{ owner: string; before: number; limit: number }, WaitingRow>(
    `SELECT l.id AS lane_id, l.token, t.id AS turn, i.sender, i.message,
       (SELECT count(*) FROM inbox AS a WHERE a.lane = i.lane AND a.ended_at IS NULL AND a.seq < i.seq) AS ahead
     FROM lane AS l JOIN inbox AS i ON i.lane = l.no AND i.ended_at IS NULL JOIN turn AS t ON t.seq = i.turn
     WHERE l.owner = @owner AND l.kind = 'main' AND l.turn IS NOT NULL
       AND i.state = 'queued' AND i.accepted_at <= @before AND t.stop_before_seq IS NULL
       AND NOT EXISTS (SELECT 1 FROM inbox AS e WHERE e.lane = i.lane AND e.ended_at IS NULL AND e.state = 'queued'
         AND e.sender = i.sender AND e.seq < i.seq)
     ORDER BY i.seq LIMIT @limit`,
  ),
}));

/** `LaneStore.waitingBehind`. A message that cannot be read is left to its claim. */
export function waitingBehind(
  db: Database,
  request: Parameters<LaneStore['waitingBehind']>[0],
): readonly WaitingMessage[] {
  return statements(db)
    .waiting.all(request)
    .flatMap(({ lane_id, token, turn, sender, message: stored, ahead }) => {
      const message = parseMessage(stored);
      if (message === null) return [];
      return [{ lane: { id: lane_id, kind: 'main' as const }, token, turn, sender, message, ahead }];
    });
}
