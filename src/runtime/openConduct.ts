import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import type { Redactor } from '../core/secrets/redactor.js';
import { ROLE_NAMES } from './agents/roles.js';
import { SPAWN_TOOL } from './agents/spawnTool.js';
import { createCapabilityRouter } from './capabilities/capabilityRouter.js';
import { addDenyRules, type DenyRule } from './hooks/denyRules.js';
import { createHookRegistry } from './hooks/hookRegistry.js';
import type { GovernancePolicies } from './loop/toolRun.js';
import type { ContinuationSetting } from './loopPolicy/continuation.js';
import type { GuardrailConfig } from './loopPolicy/guardrailConfig.js';
import { redactInPortions } from './safety/redactInPortions.js';
import { sanitiseInPortions } from './safety/sanitiseToolResult.js';
import type { TextToolsSetting } from './textTools/withTextTools.js';
import type { ToolDefinition } from './tools/toolDefinition.js';
import type { TurnConduct } from './turnConduct.js';
import { createSpillFiles } from './workspace/spillFiles.js';

/** `WAGGLE_TOOL_LOOP_*`, `WAGGLE_INTENT_CONTINUATION`, `WAGGLE_TEXT_TOOLS`. */
export interface LoopSettings {
  readonly guardrails: Partial<GuardrailConfig>;
  readonly intentContinuation: ContinuationSetting;
  readonly textTools: TextToolsSetting;
}

/** `hooks` and `governance` of `waggle.config.json`. */
export interface ToolRules {
  readonly deny: readonly DenyRule[];
  readonly governance: GovernancePolicies;
}

export interface ConductOptions {
  readonly loop: LoopSettings;
  readonly toolRules: ToolRules;
  /** The tools that there are, for whoever asks for another one. */
  readonly tools: readonly ToolDefinition[];
  readonly dataDir: string;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly log: Log;
}

/** The conduct of an agent's turns, as it was configured. */
export function openConduct(options: ConductOptions): TurnConduct {
  const { loop, toolRules, tools, dataDir, clock, log } = options;
  const hooks = createHookRegistry({ clock, log });
  addDenyRules(hooks, toolRules.deny);
  const roles = tools.some(({ name }) => name === SPAWN_TOOL) ? ROLE_NAMES : [];
  return {
    guardrails: loop.guardrails,
    continuation: loop.intentContinuation,
    hooks,
    router: createCapabilityRouter({ tools: () => tools, roles: () => roles }),
    governance: toolRules.governance,
    scanToolResult: async (text) => sanitiseInPortions(await redactInPortions(text, options.redactor)),
    spill: createSpillFiles({ dataDir, clock }).spill,
  };
}
