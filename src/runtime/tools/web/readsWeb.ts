import type { ToolDefinition } from '../toolDefinition.js';

/** Flags of the gateway's own tools that only read something of the web. */
export const READS_WEB = {
  idempotent: true,
  mutating: false,
  parallelSafe: true,
  offlineCapable: false,
  source: 'native',
  risk: 'none',
} as const satisfies Partial<ToolDefinition>;
