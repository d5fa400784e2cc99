import type { Frame } from '../assembler/frames.js';
import type { AssembledPrompt, AssemblyRecord } from '../assembler/promptAssembler.js';
import type { CoreParts, Orchestrator } from '../orchestrator/orchestrator.js';
import { oneLineOf, type Recalled } from '../recall/memoryLine.js';
import { composePersonaPrompt, MAX_SYSTEM_CHARS } from './composePersona.js';
import { defuseContextTags } from './defuse.js';
import { fitMemory, roomForMemory } from './fitMemory.js';
import { LAYERS, type LayerInput } from './layers.js';
import { bytesInRequest, roomForOverheard } from './overheardText.js';
import { roomForPrior } from './priorText.js';
import type { PromptFacts } from './promptFacts.js';
import { type Fitted, fitPart, type Trim } from './trim.js';

/** What the assembler may add to the core, in characters: it has to fit into the context block. */
const ASSEMBLED_CONTEXT_CHARS = 3500;

/** What a prompt is made of, in characters, for the debug log. */
export interface PromptRecord {
  readonly stable: Readonly<Record<string, number>>;
  readonly volatile: Readonly<Record<string, number>>;
  readonly persona: string | null;
  /** Everything that did not fit. */
  readonly trimmed: readonly Trim[];
  readonly assembly: AssemblyRecord | null;
}

export interface BuiltPrompt {
  /** The system message: the same bytes in every turn of a lane, so that providers' prompt caches hit. */
  readonly system: string;
  /** The context block, for the end of the newest user message. */
  readonly context: string;
  /** What it shows of memory, each text whole. */
  readonly memories: readonly string[];
  /** Those of them that were found for the message. */
  readonly recalled: readonly Recalled[];
  readonly record: PromptRecord;
}

type Named = readonly [name: string, fitted: Fitted];

function charsOf(parts: readonly Named[]): Readonly<Record<string, number>> {
  return Object.fromEntries(parts.filter(([, { text }]) => text !== '').map(([name, { text }]) => [name, text.length]));
}

function textsOf(parts: readonly Named[]): string[] {
  return parts.map(([, { text }]) => text).filter((text) => text !== '');
}

function fitLayer(name: string, built: string | Fitted, limit: number): Named {
  const { text, trims } = typeof built === 'string' ? { text: built, trims: [] } : built;
  const fitted = fitPart(name, defuseContextTags(text), limit);
  return [name, { text: fitted.text, trims: [...trims, ...fitted.trims] }];
}

function assemblyTrims(assembled: AssembledPrompt | null): Trim[] {
  const trimmed = assembled?.debug.sectionsTrimmed ?? [];
  return trimmed.map(({ title, chars }) => ({ part: `assembled: ${title}`, chars }));
}

function assemble(facts: PromptFacts, core: CoreParts, orchestrator: Orchestrator): AssembledPrompt {
  const framesOf = (store: Recalled['store']): readonly Frame[] =>
    (facts.recalled ?? [])
      .filter((memory) => memory.store === store)
      .map(({ frame: { id, kind, importance, content } }) => ({ id, kind, importance, text: oneLineOf(content) }));
  return orchestrator.buildAssembledPrompt({
    facts: facts.core,
    model: facts.standInModel ?? facts.core.capabilities.model,
    query: facts.query,
    persona: facts.persona,
    recalled: { workspace: framesOf('workspace'), personal: framesOf('personal'), scanSafe: true },
    maxSystemChars: core.stable.length + ASSEMBLED_CONTEXT_CHARS,
  });
}

function memoriesIn({ recalled, core: { context } }: PromptFacts): readonly string[] {
  const loaded = context === null ? [] : [...context.stateFrames, ...context.recentChanges].map(({ text }) => text);
  return [...(recalled ?? []).map(({ frame }) => frame.content), ...loaded, ...(context?.personalPreferences ?? [])];
}

/** The layers of the context block. Overheard lines take the room that the others leave. */
function buildVolatile(input: LayerInput, stableChars: number): readonly Named[] {
  const build = (overheardRoom: number | null) =>
    LAYERS.map(({ name, volatile, maxVolatile = 0 }): Named => {
      return fitLayer(name, volatile?.({ ...input, overheardRoom }) ?? '', maxVolatile);
    });
  const others = build(null);
  if (!input.facts.overheard?.length) return others;
  return build(roomForOverheard(stableChars, bytesInRequest(textsOf(others).join('\n'))));
}

/** Builds the prompt of a turn out of its ten layers. */
export function buildPrompt(
  given: PromptFacts,
  options: { readonly orchestrator: Orchestrator; readonly usesAssembler: boolean },
): BuiltPrompt {
  const { orchestrator } = options;
  const room = roomForMemory(
    orchestrator.buildCore(given.core).stable.length + given.spec.rules.length + given.aroundChars,
  );
  const fitted = fitMemory({ recalled: given.recalled, context: given.core.context }, room);
  const facts = { ...given, recalled: fitted.recalled, core: { ...given.core, context: fitted.context } };
  const core = orchestrator.buildCore(facts.core);
  const assembled = options.usesAssembler ? assemble(facts, core, orchestrator) : null;
  const input: LayerInput = { facts, core, assembled, priorRoom: 0, overheardRoom: null };
  const stable = LAYERS.map(({ name, stable: build, maxStable = 0 }): Named => {
    return fitLayer(name, build?.(input) ?? '', maxStable);
  });
  const composed = composePersonaPrompt(textsOf(stable).join('\n\n'), facts.persona, MAX_SYSTEM_CHARS, facts.tone);
  const stableChars = composed.text.length + facts.aroundChars;
  const volatile = buildVolatile({ ...input, priorRoom: roomForPrior(stableChars) }, stableChars);
  return {
    system: composed.text,
    context: ['<context>', ...textsOf(volatile), '</context>'].join('\n'),
    memories: memoriesIn(facts),
    recalled: facts.recalled ?? [],
    record: {
      stable: charsOf(stable),
      volatile: charsOf(volatile),
      persona: facts.persona?.id ?? null,
      trimmed: [
        ...fitted.trims,
        ...stable.flatMap(([, { trims }]) => trims),
        ...volatile.flatMap(([, { trims }]) => trims),
        ...composed.trims,
        ...assemblyTrims(assembled),
      ],
      assembly: assembled?.debug ?? null,
    },
  };
}
