import { expect } from 'vitest';
import { z } from 'zod';
import { NO_CONTEXT } from '../../../src/runtime/assembler/contextFrames.js';
import { detectTaskShape } from '../../../src/runtime/assembler/detectTaskShape.js';
import { type Frame, selectFrames } from '../../../src/runtime/assembler/frames.js';
import { type AssemblerInput, assemblePrompt } from '../../../src/runtime/assembler/promptAssembler.js';
import { selectScaffold } from '../../../src/runtime/assembler/selectScaffold.js';
import { SHAPES } from '../../../src/runtime/assembler/taskShape.js';
import { describeConformance } from '../conformanceCases.js';

const tier = z.enum(['small', 'mid', 'frontier']);
const importance = z.enum(['critical', 'important', 'normal', 'temporary', 'deprecated']);

const frame = (id: number, fields: Partial<Frame> = {}): Frame => ({
  id,
  kind: 'I',
  importance: 'normal',
  text: `frame ${id}`,
  ...fields,
});

const input = (fields: Partial<AssemblerInput> = {}): AssemblerInput => ({
  corePrompt: 'You are Waggle.',
  persona: null,
  context: NO_CONTEXT,
  recalled: { workspace: [], personal: [], scanSafe: true },
  query: 'hello',
  tier: 'mid',
  ...fields,
});

describeConformance('taskShape.detectTaskShape', (given) =>
  detectTaskShape(z.object({ message: z.string() }).parse(given).message),
);

const scaffoldSchema = z.object({
  style: z.enum(['compression', 'expansion']),
  tier,
  shape: z.enum([...SHAPES, 'mixed']),
  confidence: z.number(),
});

describeConformance('scaffold.select', (given) => {
  const { style, tier: of, shape: type, confidence } = scaffoldSchema.parse(given);
  return selectScaffold({ style, tier: of, shape: { type, confidence } }) !== null;
});

const truncationSchema = z.object({
  maxSystemChars: z.number(),
  sections: z.literal('Identity(15) State(2 frames) Recent changes(1) Active work(200+) Personal preferences'),
});

/** The scenario of the cases: 369 characters in all, 104 without recent changes and active work, 55 without state too. */
const TRUNCATION = input({
  corePrompt: '# Identity\nAnn.',
  context: {
    ...NO_CONTEXT,
    stateFrames: [frame(1, { text: 'in Lagos' }), frame(2, { text: 'on leave' })],
    recentChanges: [frame(3, { kind: 'P', text: 'moved over' })],
    activeWork: [{ category: 'task', content: 'x'.repeat(200), priority: 1 }],
    personalPreferences: ['short answers'],
  },
});

describeConformance('prompt.truncation', (given) => {
  const { maxSystemChars } = truncationSchema.parse(given);
  expect(assemblePrompt(TRUNCATION).debug.totalChars).toBe(369);
  return assemblePrompt(TRUNCATION, { maxSystemChars }).debug.sectionsIncluded;
});

describeConformance('prompt.frameLimit', (given) => {
  const { tier: of, frames } = z.object({ tier, frames: z.number() }).parse(given);
  const stateFrames = Array.from({ length: frames }, (_, i) => frame(i));
  return assemblePrompt(input({ tier: of, context: { ...NO_CONTEXT, stateFrames } })).debug.framesUsed;
});

describeConformance('prompt.frameOrder', (given) => {
  const { tier: of, frames } = z.object({ tier, frames: z.array(z.tuple([z.number(), importance])) }).parse(given);
  return selectFrames(
    frames.map(([id, weight]) => frame(id, { importance: weight })),
    of,
  ).map(({ id }) => id);
});

describeConformance('prompt.scanUnsafe', (given) => {
  const { scanSafe, recalled } = z.object({ scanSafe: z.boolean(), recalled: z.number() }).parse(given);
  const workspace = Array.from({ length: recalled }, (_, i) => frame(i));
  const { debug } = assemblePrompt(input({ recalled: { workspace, personal: [], scanSafe } }));
  return debug.sectionsIncluded.includes('Recalled memory');
});

describeConformance('prompt.crossStoreDuplicate', (given) => {
  const ids = z.object({ workspace: z.array(z.number()), personal: z.array(z.number()) }).parse(given);
  const frames = (of: number[]) => of.map((id) => frame(id));
  const recalled = { workspace: frames(ids.workspace), personal: frames(ids.personal), scanSafe: true };
  return assemblePrompt(input({ recalled })).debug.framesUsed;
});
