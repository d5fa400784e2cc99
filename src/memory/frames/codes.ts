import { FRAME_SOURCES, type FrameSource, IMPORTANCES, type Importance } from '../../core/memory/frame.js';

/** How the words of a frame stand in its row. Importance: 4 critical, 3 important, 2 normal, 1 temporary, 0 deprecated. */

export function importanceCode(importance: Importance): number {
  return IMPORTANCES.length - 1 - IMPORTANCES.indexOf(importance);
}

export function importanceOf(code: number): Importance {
  return IMPORTANCES[IMPORTANCES.length - 1 - code] ?? 'normal';
}

/** The place in `FRAME_SOURCES`: 0 user_stated, 1 tool_verified, 2 agent_inferred, 3 import, 4 system. */
export function sourceCode(source: FrameSource): number {
  return FRAME_SOURCES.indexOf(source);
}

export function sourceOf(code: number): FrameSource {
  return FRAME_SOURCES[code] ?? 'system';
}

/** How sure a frame is when nobody says so (contract: agent runtime 6). */
export function defaultConfidence(source: FrameSource): number {
  if (source === 'tool_verified') return 0.9;
  return source === 'user_stated' ? 0.7 : 0.4;
}
