import { expect } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../../src/config/loadConfig.js';
import { classifyFailure } from '../../../src/runtime/loopPolicy/classifyFailure.js';
import { findContinuation, mayContinue } from '../../../src/runtime/loopPolicy/continuation.js';
import type { ContinuationKind } from '../../../src/runtime/loopPolicy/continuationKind.js';
import { GUARDRAIL_DEFAULTS } from '../../../src/runtime/loopPolicy/guardrailConfig.js';
import type { GuardrailDecision } from '../../../src/runtime/loopPolicy/guardrailDecision.js';
import { createGuardrails } from '../../../src/runtime/loopPolicy/guardrails.js';
import { guidanceLine, withGuidance } from '../../../src/runtime/loopPolicy/guardrailTexts.js';
import { endsOnPromise, isIntermediateAck, isTrailingIntent } from '../../../src/runtime/loopPolicy/intent.js';
import { iterationPressure } from '../../../src/runtime/loopPolicy/iterationPressure.js';
import { createLoopGuard } from '../../../src/runtime/loopPolicy/loopGuard.js';
import { describeConformance } from '../conformanceCases.js';

const guardSchema = z.object({
  calls: z.array(z.tuple([z.string(), z.unknown()])),
  config: z.object({
    maxRepeats: z.number().exactOptional(),
    windowSize: z.number().exactOptional(),
    windowThreshold: z.number().exactOptional(),
  }),
});

describeConformance('loopGuard.check', (input) => {
  const { calls, config } = guardSchema.parse(input);
  const guard = createLoopGuard(config);
  return calls.map(([name, args]) => {
    const isExpected = !guard.wouldRefuse(name, args);
    const passes = guard.check(name, args);
    expect(passes).toBe(isExpected);
    return passes;
  });
});

/** What the tools of the cases declare; a tool in neither set declares nothing. */
const IDEMPOTENT =
  /^(?:read_file|list_files|list_dir|search_files|search_content|grep|glob|find_files|web_search|web_fetch|session_search|search_memory|memory_search|memory_recall|git_status|git_diff|git_log|show_plan|list_skills|query_knowledge)$/;
const MUTATING = /^(?:run_shell|bash|write_file|edit_file|save_memory|git_commit|send_message)$/;

const controllerSchema = z.object({
  config: z.record(z.string(), z.union([z.boolean(), z.number()])),
  steps: z.array(z.object({ tool: z.string(), args: z.unknown(), result: z.string(), failed: z.boolean() })),
});

const shortOf = ({ action, code, count }: GuardrailDecision) => ({ action, code, count });

describeConformance('guardrails.controller', (input) => {
  const { config, steps } = controllerSchema.parse(input);
  const guardrails = createGuardrails({ ...GUARDRAIL_DEFAULTS, ...config });
  const verdicts = steps.map(({ tool: name, args, result, failed }) => {
    const call = { name, args, idempotent: IDEMPOTENT.test(name), mutating: MUTATING.test(name) };
    const before = guardrails.before(call);
    if (before.action === 'block') return { before: shortOf(before) };
    return { before: 'allow', after: shortOf(guardrails.after(call, result, failed)) };
  });
  return { steps: verdicts, haltRecorded: guardrails.haltRecorded?.code ?? null };
});

const failureSchema = z.object({ tool: z.string(), result: z.string().nullable() });

describeConformance('guardrails.classifyFailure', (input) => {
  const { tool, result } = failureSchema.parse(input);
  return classifyFailure(tool, result);
});

const configSchema = z.object({ env: z.record(z.string(), z.string()), field: z.string() });

describeConformance('guardrails.config', (input) => {
  const { env, field } = configSchema.parse(input);
  const named = Object.entries(env).map(([name, value]) => [`WAGGLE_TOOL_LOOP_${name}`, value]);
  const loaded = loadConfig(Object.fromEntries(named));
  if (!loaded.ok) return loaded.problems;
  return new Map<string, unknown>(Object.entries({ ...GUARDRAIL_DEFAULTS, ...loaded.config.loop.guardrails })).get(
    field,
  );
});

const guidanceSchema = z.object({
  result: z.string(),
  decision: z.object({
    action: z.enum(['warn', 'halt', 'block', 'allow']),
    code: z.literal('repeated_exact_failure_warning'),
    count: z.number(),
    message: z.string(),
  }),
});

describeConformance('guardrails.guidance', (input) => {
  const { result, decision } = guidanceSchema.parse(input);
  const text = withGuidance(result, guidanceLine(decision));
  const [first, blank, line = '', ...rest] = text.split('\n');
  expect([first, blank, rest]).toEqual([result, '', []]);
  expect(line).toMatch(/^\[[A-Z][a-z ]+: .*\]$/);
  for (const part of [decision.code, String(decision.count), decision.message]) expect(line).toContain(part);
  expect(guidanceLine({ ...decision, action: 'block' })).toBeNull();
  return 'result, blank line, one bracketed line carrying label, code, count, message';
});

const ackSchema = z.object({ user: z.string(), assistant: z.string(), toolsRanThisTurn: z.boolean() });

const stopped = (text: string, toolsRan: boolean, request = '') => ({
  text,
  request,
  toolsRan,
  finishReason: 'stop',
  toolsOffered: ['web_search'],
  asksForMissingWork: true,
  before: [],
});

describeConformance('ack.intermediate', (input) => {
  const { user, assistant, toolsRanThisTurn } = ackSchema.parse(input);
  const kind = findContinuation(stopped(assistant, toolsRanThisTurn, user))?.kind ?? null;
  const isAck = !toolsRanThisTurn && isIntermediateAck(assistant, user);
  expect(kind === 'intermediate-ack').toBe(isAck);
  return isAck;
});

const capSchema = z.object({ continuationsAlready: z.number(), looksLikeAck: z.boolean() });

describeConformance('ack.cap', (input) => {
  const { continuationsAlready, looksLikeAck } = capSchema.parse(input);
  const before = Array.from({ length: continuationsAlready }, (): ContinuationKind => 'intermediate-ack');
  return { continue: looksLikeAck && mayContinue('intermediate-ack', before) };
});

const continuationSchema = z.object({ text: z.string(), toolsRan: z.boolean() });

for (const [unit, kind] of [
  ['continuation.emptyAfterTools', 'empty-after-tools'],
  ['continuation.postToolStall', 'post-tool-stall'],
  ['continuation.preToolPromise', 'pre-tool-promise'],
] as const) {
  describeConformance(unit, (input) => {
    const { text, toolsRan } = continuationSchema.parse(input);
    const found = findContinuation(stopped(text, toolsRan))?.kind ?? null;
    if (text !== '') expect(endsOnPromise(text)).toBe(found === kind);
    return found === kind;
  });
}

describeConformance('ack.trailingIntent', (input) => {
  const { text } = z.object({ text: z.string() }).parse(input);
  return isTrailingIntent(text);
});

const pressureSchema = z.object({ max: z.number(), used: z.number() });

describeConformance('iterationBudget.pressure', (input) => {
  const { max, used } = pressureSchema.parse(input);
  return iterationPressure(max, used);
});
