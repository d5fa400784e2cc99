import type { IdentityFields } from '../../core/memory/layers.js';
import { NO_CONTEXT, type RecalledMemory } from '../assembler/contextFrames.js';
import { type AssembledPrompt, type AssemblerInput, assemblePrompt } from '../assembler/promptAssembler.js';
import { familyOfModel, tierForModel } from '../model/modelTier.js';
import { createCachedSection } from './cachedSection.js';
import { describeIdentity } from './identity.js';
import { describePreloaded, type PreloadedContext } from './preloadedContext.js';
import { type AgentCapabilities, buildSelfAwareness } from './selfAwareness.js';

/**
 * A single weak keyword has the contract's default threshold as its confidence, so that threshold blocks nothing; a
 * scaffold of ours needs a phrase or two keywords.
 */
const SCAFFOLD_CONFIDENCE = 0.33;

/** What the prompt's core is made of. */
export interface CoreFacts {
  readonly identity: IdentityFields;
  readonly capabilities: AgentCapabilities;
  /** Null: nothing was loaded. */
  readonly context: PreloadedContext | null;
}

export interface AssemblyRequest {
  readonly facts: CoreFacts;
  /** The model that answers: its tier and family decide. */
  readonly model: string;
  readonly query: string;
  readonly persona: AssemblerInput['persona'];
  readonly recalled: RecalledMemory;
  readonly maxSystemChars: number;
}

/** The core of a prompt in the parts that a request needs apart. Empty where there is nothing. */
export interface CoreParts {
  /** Identity and self-awareness: equal in every turn of a lane. */
  readonly stable: string;
  /** Memory counts and signals. */
  readonly status: string;
  /** The preloaded context. */
  readonly context: string;
}

/** Makes the core of prompts out of what the memory layers hold (contract: agent runtime 6). */
export interface Orchestrator {
  /** Identity, self-awareness and preloaded context as one text. */
  buildSystemPrompt(facts: CoreFacts): string;
  buildCore(facts: CoreFacts): CoreParts;
  /** The assembler's prompt for a query (`WAGGLE_PROMPT_ASSEMBLER`). Its sections hold the preloaded context, typed. */
  buildAssembledPrompt(request: AssemblyRequest): AssembledPrompt;
}

const join = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');

export function createOrchestrator(): Orchestrator {
  const identitySection = createCachedSection(
    (identity: IdentityFields) => `# Identity\n${describeIdentity(identity)}`,
  );

  const buildCore = ({ identity, capabilities, context }: CoreFacts): CoreParts => {
    const { stable, volatile } = buildSelfAwareness(capabilities);
    return {
      stable: join([identitySection(identity), stable]),
      status: volatile,
      context: context === null ? '' : describePreloaded(context),
    };
  };

  return {
    buildSystemPrompt: (facts) => {
      const { stable, status, context } = buildCore(facts);
      return join([stable, status, context]);
    },
    buildCore,
    buildAssembledPrompt: ({ facts, model, query, persona, recalled, maxSystemChars }) => {
      return assemblePrompt(
        {
          corePrompt: buildCore(facts).stable,
          persona,
          context: facts.context ?? NO_CONTEXT,
          recalled,
          query,
          tier: tierForModel(model),
        },
        {
          maxSystemChars,
          confidenceThreshold: SCAFFOLD_CONFIDENCE,
          scaffoldStyle: familyOfModel(model) === 'gemma' ? 'expansion' : 'compression',
        },
      );
    },
  };
}
