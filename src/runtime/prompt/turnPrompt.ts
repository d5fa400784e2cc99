import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import { type InboundMessage, textOf } from '../../core/message.js';
import { PRODUCT_VERSION } from '../../core/productVersion.js';
import type { Identity } from '../orchestrator/identity.js';
import { createOrchestrator } from '../orchestrator/orchestrator.js';
import type { PromptSource } from '../orchestrator/promptSource.js';
import type { TurnScope } from '../tools/toolDefinition.js';
import { BEHAVIORAL_SPEC } from './behavioralSpec.js';
import { type BuiltPrompt, buildPrompt } from './buildPrompt.js';

export interface TurnPromptDeps {
  readonly source: PromptSource;
  readonly identity: Identity;
  /** The usual model. */
  readonly model: string;
  /** IANA name, `WAGGLE_TIME_ZONE`. */
  readonly timeZone: string;
  /** `WAGGLE_PROMPT_ASSEMBLER`. */
  readonly usesAssembler: boolean;
  readonly clock: Clock;
}

export interface TurnPromptRequest {
  readonly scope: TurnScope;
  /** What the turn answers, oldest first. */
  readonly messages: readonly InboundMessage[];
  readonly isFirst: boolean;
  /** Names of the tools on offer. */
  readonly tools: readonly string[];
  /** The model that answers. */
  readonly model: string;
  /** Knows the turn id. */
  readonly log: Log;
}

export type BuildTurnPrompt = (request: TurnPromptRequest) => Promise<BuiltPrompt>;

/** Makes the prompts of turns: what is known about a turn goes in, system message and context block come out. */
export function createTurnPrompt(deps: TurnPromptDeps): BuildTurnPrompt {
  const { source, identity, model, timeZone, clock, usesAssembler } = deps;
  const orchestrator = createOrchestrator();

  return async ({ scope, messages, isFirst, tools, log, ...request }) => {
    const query = messages.map(textOf).join('\n\n');
    const { stats, context, recalled } = await source.load(scope, query, log);
    const prompt = buildPrompt(
      {
        core: {
          identity,
          capabilities: {
            product: 'Waggle Gateway',
            version: PRODUCT_VERSION,
            mode: 'local',
            model,
            tools,
            skills: [],
            memory: stats,
            signals: [],
          },
          context,
        },
        runtime: { now: clock.now(), timeZone, address: scope.address },
        spec: BEHAVIORAL_SPEC,
        persona: null,
        recalled,
        query,
        isFirst,
        ...(request.model === model ? {} : { standInModel: request.model }),
      },
      { orchestrator, usesAssembler },
    );
    log.debug({ prompt: prompt.record }, 'prompt built');
    return prompt;
  };
}
