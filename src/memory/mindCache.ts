import { type MindDatabase, openMindDatabase } from './mindDatabase.js';

/** Open minds, the least recently used of which is closed when there are too many. */
export interface MindCache {
  /** @throws an SQLite error when the file cannot be opened */
  open(file: string): MindDatabase;
  size(): number;
  close(): void;
}

export function createMindCache(capacity: number): MindCache {
  // A Map keeps insertion order; using an entry moves it to the end.
  const open = new Map<string, MindDatabase>();

  const closeOldest = () => {
    for (const [file, mind] of open) {
      open.delete(file);
      mind.close();
      return;
    }
  };

  return {
    open: (file) => {
      const known = open.get(file);
      if (known === undefined && open.size >= capacity) closeOldest();
      const mind = known ?? openMindDatabase(file);
      open.delete(file);
      open.set(file, mind);
      return mind;
    },
    size: () => open.size,
    close: () => {
      while (open.size > 0) closeOldest();
    },
  };
}
