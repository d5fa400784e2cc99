import type { MemoryFrame } from '../../core/memory/frame.js';
import { type MindSearchRequest, searchMind } from '../search/searchMind.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { framesById } from './readFrames.js';

/** A frame and how well it fits, comparable within one mind. */
export type ScoredFrame = MemoryFrame & { readonly score: number };

/** The frames that fit a question, best first. */
export function findFrames(mind: OpenedMind, request: MindSearchRequest): ScoredFrame[] {
  const scores = new Map(searchMind(mind, request).map(({ id, score }) => [id, score]));
  return framesById(mind, { scopes: request.scopes, ids: [...scores.keys()] }).map((frame) => ({
    ...frame,
    score: scores.get(frame.id) ?? 0,
  }));
}
