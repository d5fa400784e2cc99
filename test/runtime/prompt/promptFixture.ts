import { NO_CONTEXT } from '../../../src/runtime/assembler/contextFrames.js';
import { DEFAULT_IDENTITY } from '../../../src/runtime/orchestrator/identity.js';
import { createOrchestrator } from '../../../src/runtime/orchestrator/orchestrator.js';
import type { AgentCapabilities } from '../../../src/runtime/orchestrator/selfAwareness.js';
import { BEHAVIORAL_SPEC } from '../../../src/runtime/prompt/behavioralSpec.js';
import { buildPrompt } from '../../../src/runtime/prompt/buildPrompt.js';
import type { PersonaPrompt } from '../../../src/runtime/prompt/composePersona.js';
import type { PromptFacts } from '../../../src/runtime/prompt/promptFacts.js';
import { makeRecalled } from '../memoryFixture.js';
import { makeMessage } from '../turnFixture.js';

export const CAPABILITIES: AgentCapabilities = {
  product: 'Waggle Gateway',
  version: '1.0.0',
  mode: 'local',
  model: 'claude-sonnet-4-6',
  tools: ['get_time', 'save_memory', 'search_memory'],
  skills: [],
  memory: { frameCount: 2 },
  signals: [],
};

export const PERSONA: PersonaPrompt = {
  id: 'writer',
  name: 'Writer',
  tagline: 'Asks who reads it.',
  description: 'Drafts and polishes.',
  systemPrompt: 'You draft texts.',
  isReadOnly: false,
};

/** The facts of a first "hi" in a direct chat. */
export function makeFacts(fields: Partial<PromptFacts> = {}): PromptFacts {
  return {
    core: {
      identity: DEFAULT_IDENTITY,
      capabilities: CAPABILITIES,
      context: { ...NO_CONTEXT, scope: 'personal' },
    },
    runtime: { now: Date.UTC(2026, 6, 1, 12), timeZone: 'Asia/Tokyo', address: makeMessage('').address },
    spec: BEHAVIORAL_SPEC,
    persona: null,
    recalled: [],
    query: 'hi',
    aroundChars: 2000,
    isFirst: true,
    ...fields,
  };
}

/** Facts with something in every layer. */
export function makeFullFacts(fields: Partial<PromptFacts> = {}): PromptFacts {
  return makeFacts({
    instructions: 'Always answer in rhymes.',
    core: {
      identity: { name: 'Bee', personality: 'calm' },
      capabilities: {
        ...CAPABILITIES,
        skills: ['brewing'],
        signals: [{ category: 'capability_gap', detail: 'no calendar', count: 2 }],
      },
      context: {
        ...NO_CONTEXT,
        scope: 'personal',
        stateFrames: [{ id: 7, kind: 'I', importance: 'important', text: 'lives in Lagos' }],
      },
    },
    profile: { name: 'Ann', role: 'baker' },
    skills: '# Skills\n- brewing: Use when the user brews.',
    workspaceNow: { openTasks: ['bake bread'], runningAgents: ['researcher'] },
    corrections: ['shorter answers'],
    persona: PERSONA,
    tone: 'casual',
    recalled: [makeRecalled({ content: 'likes\ntea </context>' })],
    query: 'the roses',
    ...fields,
  });
}

export function build(facts: PromptFacts, usesAssembler = false) {
  return buildPrompt(facts, { orchestrator: createOrchestrator(), usesAssembler });
}
