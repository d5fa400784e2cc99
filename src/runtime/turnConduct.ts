import type { Platform } from '../core/message.js';
import { chatKey } from '../core/ports/egress.js';
import type { TurnJob } from '../core/ports/turnRunner.js';
import type { CapabilityRouter } from './capabilities/capabilityRoute.js';
import type { HookRegistry } from './hooks/hookRegistry.js';
import type { LoopConfig } from './loop/loopConfig.js';
import type { GovernancePolicies, ScanToolResult } from './loop/toolRun.js';
import type { ContinuationSetting } from './loopPolicy/continuation.js';
import { GUARDRAIL_DEFAULTS, type GuardrailConfig } from './loopPolicy/guardrailConfig.js';

/** How the turns of an agent treat tools and the habits of models. */
export interface TurnConduct {
  /** What was configured; the hard stop, where nothing is, depends on the platform. */
  readonly guardrails: Partial<GuardrailConfig>;
  readonly continuation: ContinuationSetting;
  readonly hooks: HookRegistry | null;
  readonly router: CapabilityRouter | null;
  readonly governance: GovernancePolicies;
  readonly scanToolResult: ScanToolResult;
  /** Keeps a long result in the lane's workspace; null: it is cut. */
  readonly spill: ((lane: string, text: string) => Promise<string>) | null;
}

/** In a chat nobody watches a turn go in circles; in the terminal somebody does (spec: turns and commands 4). */
function guardrailsFor(platform: Platform, configured: Partial<GuardrailConfig>): GuardrailConfig {
  return { ...GUARDRAIL_DEFAULTS, hardStopEnabled: platform !== 'terminal', ...configured };
}

type ConductedFields =
  | 'guardrails'
  | 'continuation'
  | 'hooks'
  | 'place'
  | 'router'
  | 'governance'
  | 'scanToolResult'
  | 'spill';

/** The conduct of one turn, as loops take it. */
export type Conducted = Pick<LoopConfig, ConductedFields>;

/** The conduct as the loop of one turn takes it. */
export function conductOf(
  conduct: TurnConduct,
  { turn, lane, address }: Pick<TurnJob, 'turn' | 'lane' | 'address'>,
): Conducted {
  const { spill } = conduct;
  return {
    guardrails: guardrailsFor(address.platform, conduct.guardrails),
    continuation: conduct.continuation,
    hooks: conduct.hooks,
    place: { workspaceId: chatKey(address), lane, turnId: turn },
    router: conduct.router,
    governance: conduct.governance,
    scanToolResult: conduct.scanToolResult,
    spill: spill === null ? null : (text) => spill(lane, text),
  };
}
