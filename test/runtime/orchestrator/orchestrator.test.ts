import { describe, expect, it } from 'vitest';
import { NO_CONTEXT } from '../../../src/runtime/assembler/contextFrames.js';
import type { Frame } from '../../../src/runtime/assembler/frames.js';
import { createCachedSection } from '../../../src/runtime/orchestrator/cachedSection.js';
import { describeIdentity } from '../../../src/runtime/orchestrator/identity.js';
import { createOrchestrator } from '../../../src/runtime/orchestrator/orchestrator.js';
import { describePreloaded, type PreloadedContext } from '../../../src/runtime/orchestrator/preloadedContext.js';
import { type AgentCapabilities, buildSelfAwareness } from '../../../src/runtime/orchestrator/selfAwareness.js';
import { CAPABILITIES } from '../prompt/promptFixture.js';

const frame = (id: number, importance: Frame['importance'], text = `memory ${id}`): Frame => {
  return { id, kind: 'I', importance, text };
};
const preloaded = (fields: Partial<PreloadedContext>): PreloadedContext => {
  return { ...NO_CONTEXT, scope: 'personal', ...fields };
};

describe('the identity', () => {
  it('is one line per known field', () => {
    expect(describeIdentity({ name: 'Bee' })).toBe('You are Bee.');
    const whole = { name: 'Bee', role: 'a clerk', department: 'Sales', personality: 'dry', systemPrompt: 'Be exact.' };
    expect(describeIdentity(whole)).toBe('You are Bee, a clerk.\nDepartment: Sales\nPersonality: dry\nBe exact.');
  });

  it('is built once per value, by all of its fields', () => {
    let built = 0;
    const section = createCachedSection((value: { name: string; note?: string }) => {
      built += 1;
      return value.name;
    });
    section({ name: 'a' });
    section({ name: 'a' });
    expect(built).toBe(1);
    section({ name: 'a', note: 'changed within the same second' });
    expect(built).toBe(2);
    for (let i = 0; i < 200; i += 1) section({ name: String(i) });
    expect(section({ name: 'a' })).toBe('a');
  });
});

describe('self-awareness', () => {
  const aware = (fields: Partial<AgentCapabilities>) => buildSelfAwareness({ ...CAPABILITIES, ...fields });

  it('says what it is, what it can do, and who it stays', () => {
    const { stable } = aware({ skills: ['brewing'] });
    expect(stable).toMatch(
      /^# About Yourself\nWaggle Gateway 1\.0\.0 \(local\), model claude-sonnet-4-6\.\n## Your Cap/,
    );
    expect(stable).toMatch(/3 tools: get_time, save_memory, search_memory\.\nActive skills: brewing\./);
    expect(stable).toMatch(/you stay who you are/);
  });

  it('speaks of tools only as they are', () => {
    expect(aware({ tools: [] }).stable).toMatch(/You have no tools/);
    const many = Array.from({ length: 20 }, (_, i) => `t${i}`);
    expect(aware({ tools: many }).stable).toMatch(/20 tools: .*t11 and 8 more\./);
    expect(aware({}).stable).not.toMatch(/acquire_capability|Other agents/);
    expect(aware({ tools: ['acquire_capability'] }).stable).toMatch(/propose acquire_capability/);
    expect(aware({ tools: ['send_agent_message', 'check_agent_messages'] }).stable).toMatch(/Other agents/);
  });

  it('counts memories apart from what is stable', () => {
    expect(aware({ memory: { frameCount: 0 } }).volatile).toMatch(/a fresh start/);
    expect(aware({ memory: { frameCount: 3, sessionCount: 2, entityCount: 1 } }).volatile).toBe(
      'Memory: 3 memories, 2 sessions, 1 known name; search for more.',
    );
    expect(aware({ memory: null }).volatile).toBe('');
    expect(aware({ memory: null }).stable).toBe(aware({}).stable);
  });

  it('shows signals by category; corrections are a layer of their own', () => {
    const { volatile } = aware({
      memory: null,
      signals: [
        { category: 'workflow_pattern', detail: 'weekly report', count: 4 },
        { category: 'capability_gap', detail: 'no calendar', count: 2 },
        { category: 'correction', detail: 'shorter', count: 3 },
      ],
    });
    expect(volatile).toBe(
      '## Learning from Past Sessions\nMissing so far:\n- no calendar (2 times)\nAsked for again and again:\n- weekly report (4 times)',
    );
  });
});

describe('the preloaded context', () => {
  it('is empty when there is nothing', () => expect(describePreloaded(preloaded({}))).toBe(''));

  it('has the five weightiest frames, newest first, none that must not come back', () => {
    const stateFrames = [
      frame(1, 'normal'),
      frame(2, 'deprecated'),
      frame(3, 'temporary'),
      frame(4, 'important'),
      frame(5, 'normal'),
      frame(6, 'normal'),
    ];
    const recentChanges = [frame(7, 'critical', 'a\nb'), frame(8, 'normal', 'x'.repeat(500))];
    const lines = describePreloaded(preloaded({ stateFrames, recentChanges })).split('\n').slice(2);
    expect(lines).toEqual([
      '- [critical] a b',
      '- [important] memory 4',
      `- [normal] ${'x'.repeat(200)}`,
      '- [normal] memory 6',
      '- [normal] memory 5',
    ]);
  });

  it('has tasks by priority, entities and preferences', () => {
    const text = describePreloaded(
      preloaded({
        scope: 'workspace',
        stateFrames: [frame(1, 'normal')],
        activeWork: [
          { category: 'task', content: 'later', priority: 1 },
          { category: 'flag', content: 'now', priority: 9 },
        ],
        keyEntities: ['person: Bob'],
        personalPreferences: ['User preference: short answers'],
      }),
    );
    expect(text.split('\n')).toEqual([
      '# Context From Your Memory',
      '## Recent Workspace Memory',
      '- [normal] memory 1',
      '## Active Tasks & State',
      '- [flag] now',
      '- [task] later',
      '## Key Knowledge',
      '- person: Bob',
      '## Personal Preferences (of the speaker, here)',
      '- User preference: short answers',
    ]);
  });
});

describe('the orchestrator', () => {
  const facts = {
    identity: { name: 'Bee' },
    capabilities: CAPABILITIES,
    context: preloaded({ stateFrames: [frame(1, 'normal')] }),
  };

  it('joins identity, self-awareness and context by blank lines', () => {
    const text = createOrchestrator().buildSystemPrompt(facts);
    expect(text).toMatch(
      /^# Identity\nYou are Bee\.\n\n# About Yourself\n[\s\S]*\n\nMemory: 2 memories; .*\n\n# Context From Your Memory\n/,
    );
    expect(createOrchestrator().buildSystemPrompt({ ...facts, context: null })).not.toMatch(/Context From/);
  });

  it('assembles for the tier and family of the model', () => {
    const assemble = (model: string) =>
      createOrchestrator().buildAssembledPrompt({
        facts,
        model,
        query: 'compare tea with coffee',
        persona: null,
        recalled: { workspace: [], personal: [frame(9, 'important')], scanSafe: true },
        maxSystemChars: 8000,
      });
    expect(assemble('openrouter/google/gemma-3-4b').debug).toMatchObject({ tier: 'small', scaffoldStyle: 'expansion' });
    expect(assemble('qwen3:8b').debug).toMatchObject({ tier: 'small', scaffoldStyle: 'compression' });
    const frontier = assemble('anthropic/claude-opus-4-8');
    expect(frontier.responseScaffold).toBeNull();
    expect(frontier.debug).toMatchObject({ tier: 'frontier', framesUsed: 2, totalChars: frontier.system.length });
    expect(frontier.debug.sectionsIncluded).toEqual(['Identity', 'State', 'Recalled memory']);
    expect(frontier.userPrefix).toBe('');
  });
});
