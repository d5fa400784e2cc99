import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { preparedOnce } from '../../store/preparedOnce.js';
import { forgetCaches } from '../search/searchMind.js';
import { isPassing, mindIsAbsent, toErrorText } from './mindError.js';
import { modeOf, runOp } from './mindOps.js';
import type { MindAnswer, MindRequest } from './mindProtocol.js';
import { createMindShelf } from './mindShelf.js';

/** Pause between two tries for a lock that another process has, milliseconds. */
const RETRY_MS = 1;

/** About so many tries, then the operation fails: 10 s. */
const MAX_TRIES = 10_000;

/** Minds that one thread keeps open. */
const MAX_OPEN = 32;

/**
 * The work of one thread: the requests of a mind run one after the other, in the order in which they came. One that finds its
 * mind locked by another process steps back, and the other minds go on meanwhile.
 */
export interface MindQueues {
  add(request: MindRequest): void;
  /** Takes nothing more, and calls `idle` when what was added is done and all files are closed. */
  close(): void;
}

interface Waiting {
  readonly request: MindRequest;
  tries: number;
}

const statements = preparedOnce((db) => ({
  beginWriting: db.prepare('BEGIN IMMEDIATE'),
  beginReading: db.prepare('BEGIN'),
  commit: db.prepare('COMMIT'),
  rollback: db.prepare('ROLLBACK'),
  own: db.prepare("INSERT INTO meta (key, value) VALUES ('owner', ?) ON CONFLICT DO NOTHING"),
}));

export function createMindQueues(port: { answer(answer: MindAnswer): void; idle(): void }): MindQueues {
  const shelf = createMindShelf(MAX_OPEN);
  const queues = new Map<string, Waiting[]>();
  let isClosing = false;

  const endWhenDone = () => {
    if (!isClosing || queues.size > 0) return;
    shelf.close();
    port.idle();
  };

  const perform = (request: MindRequest): unknown => {
    const mode = modeOf(request.op);
    if (mode !== 'write' && mode !== 'make' && !existsSync(request.file)) throw mindIsAbsent(request.file);
    const mind = shelf.take(request.file);
    const keeper = { letGo: () => shelf.drop(request.file) };
    if (mode === 'bare' || mode === 'make') return runOp(mind, request, keeper);
    const sql = statements(mind.db);
    return inTransaction(mind.db, mode === 'read' ? sql.beginReading : sql.beginWriting, () => {
      // A mind that was emptied for good has no owner until somebody writes to it again.
      if (mode === 'write') sql.own.run(request.owner);
      return runOp(mind, request, keeper);
    });
  };

  const run = (file: string): void => {
    const queue = queues.get(file) ?? [];
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      const { request } = head;
      try {
        port.answer({ id: request.id, ok: true, value: perform(request) });
      } catch (thrown) {
        head.tries += 1;
        if (isPassing(thrown) && head.tries < MAX_TRIES) {
          setTimeout(run, RETRY_MS, file);
          return;
        }
        port.answer({ id: request.id, ok: false, error: toErrorText(thrown) });
      }
      queue.shift();
    }
    queues.delete(file);
    endWhenDone();
  };

  return {
    add: (request) => {
      const queue = queues.get(request.file);
      if (queue !== undefined) {
        queue.push({ request, tries: 0 });
        return;
      }
      queues.set(request.file, [{ request, tries: 0 }]);
      run(request.file);
    },
    close: () => {
      isClosing = true;
      endWhenDone();
    },
  };
}

function inTransaction<T>(db: Database, begin: { run(): unknown }, work: () => T): T {
  const sql = statements(db);
  begin.run();
  try {
    const result = work();
    sql.commit.run();
    return result;
  } catch (thrown) {
    if (db.inTransaction) sql.rollback.run();
    forgetCaches(db);
    throw thrown;
  }
}
