import { z } from 'zod';
import { SANDBOX_LIMITS } from '../../sandbox/sandboxLimits.js';
import type { ToolDefinition } from '../toolDefinition.js';

/** The sandbox stops a command first, which says more than the loop's own limit. */
const TIMEOUT_MS = SANDBOX_LIMITS.maxTimeMs + 15_000;

const common = {
  offlineCapable: true,
  source: 'native',
  timeoutMs: TIMEOUT_MS,
} as const satisfies Partial<ToolDefinition>;

/**
 * A command may do anything to the workspace, and to nothing else: the sandbox has no network, sees no other files and ends what it
 * started. So it is as risky as writing files, and nobody is asked for it.
 */
export const RUNS_ANYTHING = {
  ...common,
  idempotent: false,
  mutating: true,
  parallelSafe: false,
  risk: 'low',
} as const satisfies Partial<ToolDefinition>;

/** In a sandbox that cannot be written, a command leaves nothing behind. */
export const LOOKS_ONLY = {
  ...common,
  idempotent: true,
  mutating: false,
  parallelSafe: true,
  risk: 'low',
} as const satisfies Partial<ToolDefinition>;

/** The argument by which a call sets its own time limit. */
export const timeLimit = {
  timeout: z
    .int()
    .min(1)
    .max(SANDBOX_LIMITS.maxTimeMs / 1000)
    .describe(`Seconds, default ${SANDBOX_LIMITS.timeMs / 1000}`)
    .optional(),
};
