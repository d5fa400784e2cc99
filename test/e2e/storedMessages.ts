import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/** What the gateway's inbox says of the messages whose text contains these words: `queued`, `stopped` and so on. */
export function storedStates(dataDir: string, words: string): readonly unknown[] {
  const db = new BetterSqlite3(join(dataDir, 'gateway.db'), { timeout: 5_000, readonly: true });
  try {
    return db.prepare('SELECT state FROM inbox WHERE instr(message, ?) > 0 ORDER BY seq').pluck().all(words);
  } finally {
    db.close();
  }
}
