import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameScope, NewFrame } from '../../../src/core/memory/frame.js';
import type { MemoryQuery } from '../../../src/core/ports/minds.js';
import { framesById } from '../../../src/memory/frames/readFrames.js';
import { saveFrame } from '../../../src/memory/frames/saveFrame.js';
import { openMind } from '../../../src/memory/mindFile/openMind.js';
import { type MindSearchRequest, searchMind } from '../../../src/memory/search/searchMind.js';
import { embedHere } from '../../../src/memory/search/vectorStore.js';
import type { OpenedMind } from '../../../src/memory/threads/openedMind.js';

export const NOW = Date.UTC(2026, 5, 1, 12);
export const DAY = 86_400_000;

/** One mind in a file of its own, as its thread sees it. */
export interface SearchedMind extends OpenedMind {
  /** Saves a text, days before now; gives its id. */
  save(content: string, options?: Partial<NewFrame> & { readonly daysAgo?: number }): number;
  saveAll(...contents: string[]): void;
  /** Gives everything its hashed vector. */
  embed(): void;
  /** Contents found, best first. */
  find(text: string, options?: Partial<MemoryQuery> & Partial<Pick<MindSearchRequest, 'vector' | 'scopes'>>): string[];
  /** Opens the same file once more. */
  again(): SearchedMind;
  close(): void;
}

const SCOPES: readonly FrameScope[] = ['private'];

export function openSearchedMind(): SearchedMind {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-search-'));
  return searchedMind(join(folder, 'a.db'), () => rmSync(folder, { recursive: true, force: true }));
}

function searchedMind(file: string, remove: () => void): SearchedMind {
  const db = openMind(file);
  const mind: OpenedMind = { file, db };
  const save: SearchedMind['save'] = (content, { daysAgo = 1, ...frame } = {}) =>
    db
      .transaction(() =>
        saveFrame(mind, {
          content,
          importance: 'normal',
          source: 'user_stated',
          trust: 2,
          author: 'ann',
          scope: 'private',
          now: NOW - daysAgo * DAY,
          ...frame,
        }),
      )
      .immediate().id;
  return {
    ...mind,
    save,
    saveAll: (...contents) => {
      for (const content of contents) save(content);
    },
    embed: () => {
      while (db.transaction(() => embedHere(mind, { limit: 64, now: NOW })).immediate()) {}
    },
    find: (text, { vector = 'hashed', scopes = SCOPES, ...query } = {}) =>
      db.transaction(() => {
        const ids = searchMind(mind, { scopes, query: { text, limit: 10, now: NOW, ...query }, vector }).map(
          ({ id }) => id,
        );
        return framesById(mind, { scopes: [...scopes, 'shared'], ids }).map(({ content }) => content);
      })(),
    again: () => searchedMind(file, () => {}),
    close: () => {
      db.close();
      remove();
    },
  };
}
