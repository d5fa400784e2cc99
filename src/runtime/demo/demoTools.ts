import { z } from 'zod';
import { defineTool } from '../tools/toolDefinition.js';
import type { PluginToolProvider } from '../tools/toolSet.js';

/** What the demo's check finds: its first answer had claimed more. */
export const CHECK_RESULT = 'parser: 3 checks, 2 passed, 1 failed (a quotation that is never closed)';

const runCheck = defineTool({
  name: 'run_check',
  description: 'Demo: run the checks of the parser that the demo model pretends to have repaired.',
  args: z.object({}),
  idempotent: true,
  mutating: false,
  parallelSafe: true,
  offlineCapable: true,
  source: 'plugin:demo',
  risk: 'none',
  execute: async () => CHECK_RESULT,
});

/** The tool that lets the demo model show a completion gate: with a check on offer, a claim without one is sent back. */
export const demoTools: PluginToolProvider = { activeTools: () => [runCheck] };
