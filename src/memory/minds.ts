import { existsSync } from 'node:fs';
import type { Clock } from '../core/clock.js';
import { WaggleError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import { factKeyOf, factText, MAX_FACT_KEY_CHARS } from '../core/memory/fact.js';
import type { NewFact, NewFrame } from '../core/memory/frame.js';
import type { MindId, MindView } from '../core/memory/reach.js';
import type { Embedder } from '../core/ports/embedder.js';
import type { Minds } from '../core/ports/minds.js';
import { createEmbeddingPump } from './embedding/embeddingPump.js';
import { createQueryVectors } from './embedding/queryVectors.js';
import { listMinds } from './mindFile/listMinds.js';
import { mindPath, ownerText } from './mindFile/mindPath.js';
import { createOldMinds } from './mindFile/oldMinds.js';
import { fuseMinds, WORKSPACE_WEIGHT } from './search/fuseMinds.js';
import { ABSENT } from './threads/mindError.js';
import type { ArgsOf, OpName, ResultOf } from './threads/mindOps.js';
import { createMindPool, type MindFile } from './threads/mindPool.js';

/** Bound on one memory, in characters. */
const MAX_MEMORY_CHARS = 8000;

const QUERY_WAIT_MS = 300;

export interface MindsOptions {
  /** `WAGGLE_DATA_DIR` */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes the vectors, and is closed with the minds; null or absent: the hashed embedder, which is lexical. */
  readonly embedder?: Embedder | null;
  /** How long a search waits for the vector of its question, milliseconds; then it goes by words. Default 300. */
  readonly queryWaitMs?: number;
}

/** The minds of a data directory: one SQLite file each, made with the first thing that is written to it, in worker threads. */
export function createMinds(options: MindsOptions): Minds {
  const { dataDir, clock, log, embedder = null, queryWaitMs = QUERY_WAIT_MS } = options;
  const pool = createMindPool({ log });
  const questions = createQueryVectors({ embedder, waitMs: queryWaitMs, clock, log });
  const fileOf = (mind: MindId): MindFile => ({ file: mindPath(dataDir, mind), owner: ownerText(mind) });
  const oldMinds = createOldMinds({ dataDir, pool, log });

  /** The file of a mind, with what an older version of Waggle kept elsewhere for it. */
  const opened = async ({ mind, scopes }: MindView): Promise<MindFile> => {
    const target = fileOf(mind);
    await oldMinds.adopt(mind, target, scopes);
    return target;
  };
  const whole = (mind: MindId): MindView => ({ mind, scopes: [] });

  const write = async <Op extends OpName>(view: MindView, op: Op, args: ArgsOf<Op>): Promise<ResultOf<Op>> =>
    pool.call(await opened(view), op, args);
  /** A mind that nobody has written to costs neither a file nor a thread. */
  const read = async <Op extends OpName, Absent>(
    view: MindView,
    op: Op,
    args: ArgsOf<Op>,
    absent: Absent,
  ): Promise<ResultOf<Op> | Absent> => {
    const target = await opened(view);
    if (!existsSync(target.file)) return absent;
    if (!wasRead.has(target.file)) {
      wasRead.add(target.file);
      pump.wake(view.mind);
    }
    return callIfThere(target, op, args, absent);
  };
  /** It may be erased at any moment. */
  const callIfThere = async <Op extends OpName, Absent>(
    target: MindFile,
    op: Op,
    args: ArgsOf<Op>,
    absent: Absent,
  ): Promise<ResultOf<Op> | Absent> => {
    try {
      return await pool.call(target, op, args);
    } catch (thrown) {
      if (thrown instanceof WaggleError && thrown.code === ABSENT) return absent;
      throw thrown;
    }
  };

  // What was written before this process, or another model was used for, gets its vectors with the first reading.
  const wasRead = new Set<string>();
  const pump = createEmbeddingPump({
    embedder,
    calls: {
      waiting: (mind, request) => callIfThere(fileOf(mind), 'waitingFrames', request, []),
      keep: (mind, request) => callIfThere(fileOf(mind), 'keepVectors', { ...request, now: clock.now() }, undefined),
      postpone: (mind, request) => callIfThere(fileOf(mind), 'postponeFrames', request, undefined),
      embedHere: (mind, request) => callIfThere(fileOf(mind), 'embedHere', request, false),
    },
    clock,
    log,
  });

  return {
    save: async (mind, frame) => {
      const saved = await write({ mind, scopes: [frame.scope] }, 'save', checkedFrame(frame));
      pump.wake(mind);
      return saved;
    },
    search: async (views, query) => {
      const vector = await questions.of(query.text);
      const lists = await Promise.all(
        views.map(async (view) => {
          const { mind, scopes } = view;
          const found = await read(view, 'find', { scopes, query, vector }, []);
          return {
            weight: mind.kind === 'workspace' ? WORKSPACE_WEIGHT : 1,
            hits: found.map((frame) => ({ ...frame, mind })),
          };
        }),
      );
      return fuseMinds(lists, query.limit).map(({ hit }) => hit);
    },
    list: (view, listing) => read(view, 'list', { scopes: view.scopes, listing, now: clock.now() }, []),
    get: (view, ids) => read(view, 'get', { scopes: view.scopes, ids }, []),
    forget: (view, ids, now) => read(view, 'forget', { scopes: view.scopes, ids, now }, 0),
    restore: (view, ids, now) => read(view, 'restore', { scopes: view.scopes, ids, now }, 0),
    correct: async (view, id, next) => {
      const saved = await read(view, 'correct', { scopes: view.scopes, id, next: checkedFrame(next) }, null);
      if (saved === null) throw unknownMemory(id);
      pump.wake(view.mind);
      return saved;
    },
    settle: (view, keep, now) => read(view, 'settle', { scopes: view.scopes, keep, now }, 0),
    setScope: (view, ids, scope) => read(view, 'setScope', { scopes: view.scopes, ids, scope, now: clock.now() }, 0),
    setImportance: (view, ids, importance) => read(view, 'setImportance', { scopes: view.scopes, ids, importance }, 0),
    confirmUse: async (view, ids, now) => {
      await read(view, 'confirmUse', { scopes: view.scopes, ids, now }, undefined);
    },

    facts: {
      keep: async (mind, fact) => {
        const kept = await write({ mind, scopes: [fact.scope] }, 'keepFact', checkedFact(fact));
        pump.wake(mind);
        return kept;
      },
      find: (view, request) => read(view, 'findFacts', { scopes: view.scopes, ...request, now: clock.now() }, []),
    },
    identity: {
      get: (mind) => read(whole(mind), 'getIdentity', {}, null),
      set: (mind, fields, now) => write(whole(mind), 'setIdentity', { fields, now }),
    },
    awareness: {
      list: (mind, now) => read(whole(mind), 'listAwareness', { now }, []),
      add: (mind, entry) => write(whole(mind), 'addAwareness', entry),
      update: (mind, id, change) => read(whole(mind), 'updateAwareness', { id, change }, false),
      remove: (mind, id) => read(whole(mind), 'removeAwareness', { id }, false),
    },
    sessions: {
      ensureActive: (mind, lane, now) => write(whole(mind), 'ensureActive', { lane, now }),
      close: async (mind, gop, summary, now) => {
        await read(whole(mind), 'closeSession', { gop, summary, now }, undefined);
      },
      list: (mind, limit) => read(whole(mind), 'listSessions', { limit }, []),
    },
    knowledge: {
      learn: (mind, request) => write(whole(mind), 'learn', request),
      query: (view, text, limit) => read(view, 'askKnowledge', { scopes: view.scopes, text, limit }, []),
      map: (view, limit, now) => read(view, 'mapKnowledge', { scopes: view.scopes, limit, now }, []),
      change: (mind, id, change) => read(whole(mind), 'changeEntity', { id, change }, false),
    },
    signals: {
      record: (mind, signal) => write(whole(mind), 'recordSignal', signal),
      due: (mind, now) => read(whole(mind), 'dueSignals', { now }, []),
      commitSurfaced: async (mind, signals, now) => {
        await read(whole(mind), 'commitSurfaced', { signals, now }, undefined);
      },
    },

    stats: (view) => read(view, 'stats', { scopes: view.scopes }, NOTHING),
    scopesOf: (mind) => read(whole(mind), 'scopes', {}, []),
    all: () => listMinds(dataDir, pool),
    merge: async (from, into, _now, author = null) => {
      const [source, target] = [await opened(whole(from)), await opened(whole(into))];
      if (source.file === target.file) return { moved: 0, known: 0 };
      const absorbed = await pool.call(target, 'absorb', {
        from: source.file,
        author,
        scope: null,
        owner: target.owner,
      });
      if (author === null) await removeEmptied(source);
      else await callIfThere(source, 'clearLog', {}, undefined);
      pump.wake(into);
      return absorbed;
    },
    erase: async (mind, author) => {
      const target = await opened(whole(mind));
      if (!existsSync(target.file)) return 0;
      const erased = await (author === null
        ? pool.call(target, 'empty', {})
        : pool.call(target, 'eraseAuthor', { author }));
      if (author === null) await removeEmptied(target);
      else await pool.call(target, 'clearLog', {});
      return erased;
    },
    maintain: async (mind, now) => {
      const hasMore = await read(whole(mind), 'maintain', { now }, false);
      if (existsSync(fileOf(mind).file)) pump.wake(mind);
      return hasMore;
    },
    close: async () => {
      questions.close();
      await pump.close();
      await pool.close();
      await embedder?.close();
    },
  };

  async function removeEmptied(target: MindFile): Promise<void> {
    if (!existsSync(target.file)) return;
    await callIfThere(target, 'clearLog', {}, undefined);
    await callIfThere(target, 'dropEmptied', {}, true);
  }
}

const NOTHING = { frames: 0, sessions: 0, entities: 0, conflicts: 0, unembedded: 0, bytes: 0 };

function checkedFrame(frame: NewFrame): NewFrame {
  const content = frame.content.trim();
  // Whatever a caller says: what was only inferred is never believed.
  const trust = frame.source === 'agent_inferred' ? 0 : frame.trust;
  if (content !== '' && content.length <= MAX_MEMORY_CHARS) return { ...frame, content, trust };
  throw new WaggleError('memory-size', `a memory has 1 to ${MAX_MEMORY_CHARS} characters, not ${content.length}`, {
    sentence: `A memory can have at most ${MAX_MEMORY_CHARS} characters.`,
  });
}

function checkedFact(fact: NewFact): NewFact {
  const key = factKeyOf(fact.key);
  if (key === '' || key.length > MAX_FACT_KEY_CHARS) {
    throw new WaggleError('memory-size', `a key has 1 to ${MAX_FACT_KEY_CHARS} characters, not ${key.length}`, {
      sentence: `A key can have at most ${MAX_FACT_KEY_CHARS} characters.`,
    });
  }
  const value = fact.value.trim();
  const { trust } = checkedFrame({ ...fact, content: value === '' ? '' : factText(key, value) });
  return { ...fact, key, value, trust };
}

function unknownMemory(id: number): WaggleError {
  return new WaggleError('memory-unknown', `there is no memory ${id} here`, {
    sentence: 'I do not know that memory (any more).',
  });
}
