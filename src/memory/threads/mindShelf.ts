import { openMind } from '../mindFile/openMind.js';
import type { OpenedMind } from './openedMind.js';

/** Open minds, the least recently used of which is closed when there are too many. */
export interface MindShelf {
  /** @throws what `openMind` throws */
  take(file: string): OpenedMind;
  /** Closes one, so that its file can be removed. */
  drop(file: string): void;
  close(): void;
}

/** @param capacity minds kept open; each costs about a megabyte */
export function createMindShelf(capacity: number): MindShelf {
  // A Map keeps the order of insertion; using a mind moves it to the end.
  const open = new Map<string, OpenedMind>();

  const drop = (file: string) => {
    open.get(file)?.db.close();
    open.delete(file);
  };

  return {
    take: (file) => {
      const known = open.get(file);
      const mind = known ?? { file, db: openMind(file) };
      open.delete(file);
      open.set(file, mind);
      for (const oldest of open.keys()) {
        if (open.size <= capacity) break;
        drop(oldest);
      }
      return mind;
    },
    drop,
    close: () => {
      for (const file of [...open.keys()]) drop(file);
    },
  };
}
