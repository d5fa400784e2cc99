import type { Clock } from '../../core/clock.js';
import type { VoidedCalls } from '../../core/journal.js';
import { laneIdOf } from '../../core/lane.js';
import type { Log } from '../../core/log.js';
import type { ImprovementSignal } from '../../core/memory/layers.js';
import { type InboundMessage, textOf } from '../../core/message.js';
import type { OverheardLine } from '../../core/ports/overheard.js';
import type { TurnPreferences } from '../../core/preferences.js';
import { PRODUCT_VERSION } from '../../core/productVersion.js';
import { createOrchestrator } from '../orchestrator/orchestrator.js';
import type { PromptSource } from '../orchestrator/promptSource.js';
import { planInShort } from '../plans/plan.js';
import type { PlanStore } from '../plans/planStore.js';
import type { PriorLoader } from '../recall/priorConversation.js';
import type { TurnScope } from '../tools/toolDefinition.js';
import type { ToolSet } from '../tools/toolSet.js';
import { traceStage } from '../tracing/traceStage.js';
import { logTurnEvent } from '../tracing/turnEvents.js';
import { BEHAVIORAL_SPEC } from './behavioralSpec.js';
import { type BuiltPrompt, buildPrompt } from './buildPrompt.js';
import type { PersonaPrompt } from './composePersona.js';
import { preferenceFacts } from './preferenceFacts.js';

export interface TurnPromptDeps {
  readonly source: PromptSource;
  /** The end of the person's conversation before this one, where the place may see it. Never rejects. */
  readonly priorFor: PriorLoader;
  /** The index of skills that a turn with these tools is given; often empty. */
  readonly skillIndex: (scope: TurnScope, tools: readonly string[]) => Promise<string>;
  /** The plans of conversations: what is left of one stands in the prompt. */
  readonly plans: Pick<PlanStore, 'read'>;
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
  readonly history: readonly { readonly turn: string; readonly content: string }[];
  /** What a group said that was not meant for the assistant. */
  readonly overheard?: readonly OverheardLine[];
  /** What attempts changed that an edit of the message made void. */
  readonly voided?: VoidedCalls;
  /** How the person and the group want to be answered. */
  readonly preferences?: TurnPreferences;
  /** Who answers; absent: nobody in particular. */
  readonly persona?: PersonaPrompt | null;
  /** The tools on offer. */
  readonly tools: Pick<ToolSet, 'names' | 'schemas'>;
  /** The model that answers. */
  readonly model: string;
  /** Knows the turn id. */
  readonly log: Log;
}

const schemaChars = new WeakMap<ToolSet['schemas'], number>();

/** The tools of a run are the same object in each, so they are measured once. */
function charsOf(schemas: ToolSet['schemas']): number {
  const known = schemaChars.get(schemas);
  if (known !== undefined) return known;
  const chars = JSON.stringify(schemas).length;
  schemaChars.set(schemas, chars);
  return chars;
}

/** The prompt of a turn, and which signals it shows. */
export interface TurnPrompt extends BuiltPrompt {
  readonly signals: readonly ImprovementSignal[];
}

export type BuildTurnPrompt = (request: TurnPromptRequest) => Promise<TurnPrompt>;

/** Makes the prompts of turns: what is known about a turn goes in, system message and context block come out. */
export function createTurnPrompt(deps: TurnPromptDeps): BuildTurnPrompt {
  const { source, priorFor, skillIndex, plans, model, timeZone, clock, usesAssembler } = deps;
  const orchestrator = createOrchestrator();

  return async ({ scope, messages, history, overheard = [], tools, log, ...request }) => {
    const query = messages.map(textOf).join('\n\n');
    const scheduled = messages[0]?.scheduled;
    const loadingSkills = skillIndex(scope, tools.names).catch((error: unknown) => {
      log.warn({ err: error }, 'the skills could not be read');
      return '';
    });
    const loadingPlan = plans.read(laneIdOf(scope.address)).catch((error: unknown) => {
      log.warn({ err: error }, 'the plan could not be read');
      return null;
    });
    const loadingPrior = priorFor(scope, history, log);
    const { identity, stats, context, recalled, signals } = await traceStage(
      scope.turn,
      'orchestrator.recallMemory',
      { queryChars: query.length },
      () => source.load(scope.memory, query, log),
      (loaded) => ({ recalled: loaded.recalled?.length ?? null, known: loaded.stats?.frameCount ?? null }),
    );
    const [skills, prior, plan] = await Promise.all([loadingSkills, loadingPrior, loadingPlan]);
    const prompt = buildPrompt(
      {
        core: {
          identity,
          capabilities: {
            product: 'Waggle Gateway',
            version: PRODUCT_VERSION,
            mode: 'local',
            model,
            tools: tools.names,
            skills: [],
            memory: stats,
            signals: signals.filter(({ category }) => category !== 'correction'),
          },
          context,
        },
        runtime: {
          now: clock.now(),
          timeZone,
          address: scope.address,
          ...(scheduled === undefined ? {} : { scheduled }),
        },
        spec: BEHAVIORAL_SPEC,
        skills,
        ...(plan === null ? {} : { workspaceNow: { currentPlan: planInShort(plan) } }),
        persona: request.persona ?? null,
        corrections: signals.filter(({ category }) => category === 'correction').map(({ detail }) => detail),
        recalled,
        overheard,
        prior,
        ...(request.voided === undefined ? {} : { voided: request.voided }),
        ...preferenceFacts(request.preferences, scope.address.kind === 'group'),
        query,
        aroundChars: charsOf(tools.schemas) + history.reduce((sum, { content }) => sum + content.length, 0),
        isFirst: history.length === 0 && scheduled === undefined,
        ...(request.model === model ? {} : { standInModel: request.model }),
      },
      { orchestrator, usesAssembler },
    );
    const { persona, trimmed } = prompt.record;
    logTurnEvent(scope.turn, {
      stage: 'prompt-assembler.assemble',
      assembled: usesAssembler,
      systemChars: prompt.system.length,
      contextChars: prompt.context.length,
      persona,
      trimmed: trimmed.map(({ part, chars }) => `${part} (${chars})`),
    });
    log.debug({ prompt: prompt.record }, 'prompt built');
    for (const text of prompt.memories) scope.words.note('memory', text);
    return { ...prompt, signals };
  };
}
