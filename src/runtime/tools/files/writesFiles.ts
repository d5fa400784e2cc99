import type { ToolDefinition } from '../toolDefinition.js';

/** Flags of tools that change files of the workspace: after a crash in the middle of one, look before doing it again. */
export const WRITES_FILES = {
  idempotent: false,
  mutating: true,
  parallelSafe: false,
  offlineCapable: true,
  source: 'native',
  risk: 'low',
} as const satisfies Partial<ToolDefinition>;
