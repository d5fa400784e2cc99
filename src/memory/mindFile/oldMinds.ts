import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { toWaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { FrameScope } from '../../core/memory/frame.js';
import type { MindId } from '../../core/memory/reach.js';
import type { MindFile, MindPool } from '../threads/mindPool.js';
import { mindsFolder, oldMindPath } from './mindPath.js';

const CHAT = 'chat:';

/**
 * Minds from before there were folders: `minds/<hash>.db`, of a person or of one group. Each is taken into the mind that it
 * belongs to now when that is first used: a person's as private, a group's into its workspace, for that chat.
 */
export interface OldMinds {
  /** @param scopes that are about to be read or written: they say which chats it concerns */
  adopt(mind: MindId, target: MindFile, scopes: readonly FrameScope[]): Promise<void>;
}

export function createOldMinds({
  dataDir,
  pool,
  log,
}: {
  readonly dataDir: string;
  readonly pool: MindPool;
  readonly log: Log;
}): OldMinds {
  let left: Set<string> | null = null;
  const running = new Map<string, Promise<void>>();

  const find = (): Set<string> => {
    left ??= new Set(namesIn(mindsFolder(dataDir)).filter((name) => /^[0-9a-f]{40}\.db$/.test(name)));
    return left;
  };

  const take = (key: string, scope: FrameScope, target: MindFile): Promise<void> => {
    const from = oldMindPath(dataDir, key);
    const name = basename(from);
    const current = running.get(name);
    if (current !== undefined || !find().has(name)) return current ?? Promise.resolve();
    const adopted = (async () => {
      try {
        await pool.call(target, 'absorb', { from, author: null, scope, owner: target.owner });
        const source = { file: from, owner: target.owner };
        await pool.call(source, 'clearLog', {});
        await pool.call(source, 'dropEmptied', {});
      } catch (thrown) {
        // The new mind works without it; the file stays, and is tried again after the next start.
        log.error({ err: toWaggleError(thrown), file: name }, 'a mind of an older version could not be taken over');
      } finally {
        find().delete(name);
        running.delete(name);
      }
    })();
    running.set(name, adopted);
    return adopted;
  };

  return {
    adopt: async (mind, target, scopes) => {
      if (find().size === 0) return;
      if (mind.kind === 'person') {
        await take(mind.person, 'private', target);
        return;
      }
      for (const scope of scopes) {
        if (scope.startsWith(CHAT)) await take(`group:${scope.slice(CHAT.length)}`, scope, target);
      }
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
    throw thrown;
  }
}
