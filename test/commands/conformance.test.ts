import { afterAll, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { menuList } from '../../src/commands/menuList.js';
import type { Command } from '../../src/commands/registry.js';
import { isSlug, skillToCommand } from '../../src/runtime/skills/skillNames.js';
import { describeConformance } from '../runtime/conformanceCases.js';
import { createRecordingLog } from '../setup/recordingLog.js';
import { fresh } from '../store/conversation.js';
import { openRealCommands, type RealCommands } from './realCommands.js';

/** A command of a menu; it is never run. */
const command = (name: string): Command => ({
  spec: { name, description: 'x', usage: '', instant: true, roles: ['member'] },
  run: async () => name,
});

const SHARED = ['memory-layers', 'find-skills', 'daily-digest'];

let real: RealCommands;
beforeAll(async () => {
  real = await openRealCommands(SHARED);
});
afterAll(() => real.close());

/** What was asked for, read from what the engines made of it. */
describeConformance('slash.route', async (input) => {
  const { text, skills } = z.object({ text: z.string(), skills: z.array(z.string()) }).parse(input);
  for (const slug of skills) expect(SHARED).toContain(slug);
  const lane = `lane-${fresh()}`;
  await real.say('/wiki_setup', lane);
  const answer = await real.say(text, lane);
  if (answer === null) return { kind: 'raw' };
  if ('ask' in answer) {
    const slug = /^Work by the skill "([^"]+)"/.exec(answer.ask)?.[1];
    if (slug !== undefined) return { kind: 'skill', slug, task: /The task:\n([\s\S]*)$/.exec(answer.ask)?.[1] };
    expect(answer.readOnly).toBe(true);
    return { kind: 'plan', goal: /^Make a plan for this: (.*)$/m.exec(answer.ask)?.[1] };
  }
  // A vault that is up to date; that it needs no words is said only where there were some.
  expect(answer.text).toMatch(/^Nothing has changed[\s\S]*`\/wiki_sync` needs no words behind it/);
  return { kind: 'wiki', command: 'wiki_sync', rest: real.registry.parse(text)?.args };
});

/** What happened to a conversation of one line with one checkpoint. */
describeConformance('slash.local', async (input) => {
  const { text } = z.object({ text: z.string() }).parse(input);
  const lane = `lane-${fresh()}`;
  await real.exchange(lane, 'one');
  await real.say('/checkpoint earlier', lane);
  const answer = await real.say(text, lane);
  if (answer === null) return { kind: 'none' };
  if ('ask' in answer) throw new Error(`left to the model: ${answer.ask}`);
  const points = (await real.db.conversation.checkpoints(lane)).map(({ name }) => name);
  if ((await real.history(lane)).length === 0) {
    expect(points).toContain('before_clear');
    await real.say('/rollback before_clear', lane);
    expect(await real.history(lane)).toEqual(['one']);
    return { kind: 'clear' };
  }
  const made = points.find((name) => name !== 'earlier');
  if (made !== undefined) return { kind: 'checkpoint', name: made };
  if (answer.choices.some(({ command }) => command === '/rollback earlier')) return { kind: 'rollback', name: '' };
  expect(answer).toEqual(await real.say(text.replace('/skills search', '/find_skills'), lane));
  return { kind: 'skills', input: text };
});

/** What a channel does with a bot's name behind a command that is meant for it: the registry then needs no more. */
describeConformance('slash.normalise', (input) => {
  const { text } = z.object({ text: z.string() }).parse(input);
  const parsed = real.registry.parse(text);
  return parsed === null ? text : `/${parsed.command.spec.name}${parsed.args === '' ? '' : ` ${parsed.args}`}`;
});

const menuSchema = z.union([
  z.object({ builtins: z.array(z.string()), skills: z.array(z.string()) }),
  z.object({ totalCommands: z.number() }),
]);

describeConformance('slash.menu', (input) => {
  const given = menuSchema.parse(input);
  if ('skills' in given) {
    const slugs = given.skills.map((name) => name.replace(/ \(.*\)$/, '')).filter(isSlug);
    const taken = new Set(given.builtins);
    return slugs.flatMap((slug) => skillToCommand(slug, (name) => taken.has(name)) ?? []).sort();
  }
  const log = createRecordingLog();
  const all = Array.from({ length: given.totalCommands }, (_, n) => command(`c${n}`).spec);
  const menu = menuList(all, log);
  return {
    registered: menu.length,
    orderKept: menu.every(({ name }, n) => name === `c${n}`),
    droppedLogged: log.lines.some((line) => JSON.stringify(line).includes(`c${given.totalCommands - 1}`)),
  };
});
