import { z } from 'zod';
import { FACT_SCOPES, type FactScope, factText, MAX_FACT_KEY_CHARS } from '../../../core/memory/fact.js';
import { IMPORTANCES, type MemoryFrame, type NewFact, type NewFrame, type Saved } from '../../../core/memory/frame.js';
import type { MindId } from '../../../core/memory/reach.js';
import { redactSecretShapes } from '../../../core/secrets/redactor.js';
import { readRef, viewOf, writeRef } from '../../recall/frameRef.js';
import { memoryLine } from '../../recall/memoryLine.js';
import { scanForInjection } from '../../safety/scanForInjection.js';
import { isEcho, type Origin, originOf } from '../../walls/turnWords.js';
import { cognify, extractByRules } from '../../writeBack/cognify/cognify.js';
import { isAcceptance } from '../../writeBack/extractNotes.js';
import { CHANGES_HERE, defineTool, type ToolDefinition, type TurnScope } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';
import { isConfidential } from './confidential.js';
import { createSaveQuota, SAVES_PER_SESSION } from './saveQuota.js';
import { type MemoryToolDeps, orNotSaved, scopeOf } from './toolReach.js';

/** Bound on one saved text, in characters (`Minds.save`). */
const MAX_MEMORY_CHARS = 8000;

/** Where a memory goes. Nothing that the model says takes it further than the place where it was said. */
interface Home {
  readonly mind: MindId;
  readonly scope: NewFrame['scope'];
  readonly store: 'personal' | 'workspace';
}

/** What a memory may not be: it would give orders in every later conversation. */
function refusal(flags: readonly string[]): string {
  return `Not saved: the text reads like an attempt to change how the assistant behaves (${flags.join(', ')}). Save plain facts only.`;
}

function homeOf({ memory }: TurnScope, target: 'workspace' | 'personal', content: string): Home {
  const { home, personal, isGroup } = memory;
  const isPersonal = !isGroup || (target === 'personal' && !isConfidential(content));
  return isPersonal
    ? { mind: personal.mind, scope: 'private', store: 'personal' }
    : { ...home, store: home.mind.kind === 'person' ? 'personal' : 'workspace' };
}

/** What nobody knows counts as general; nothing leaves a known fact as it is. */
function aboutOf(text: string | undefined): { readonly about?: FactScope } {
  const wanted = text?.trim().toLowerCase() ?? '';
  if (wanted === '') return {};
  return { about: FACT_SCOPES.find((name) => name === wanted) ?? 'general' };
}

/** A yes counts as the person's word for what they were asked, as long as nothing from outside is in sight. */
function confirmedOrigin(scope: TurnScope, origin: Origin): Origin {
  const newest = scope.words.of('person').at(-1) ?? '';
  const isConfirmed = isAcceptance(newest) && scope.words.of('outside').length === 0;
  return isConfirmed ? { source: 'user_stated', trust: 2 } : origin;
}

/**
 * The scope of what takes a memory's place. What is shared was shared by the person's own word; what is said now was not, so it
 * stays where it is said. Null: what is said in private cannot stand in a workspace.
 */
function scopeAfter(old: MemoryFrame, store: Home['store'], { memory }: TurnScope): NewFrame['scope'] | null {
  if (store === 'personal') return old.scope === 'shared' ? 'private' : old.scope;
  return memory.isGroup ? memory.home.scope : null;
}

/** `save_memory`: a frame in the mind of the place, at the trust that its words have earned (spec: memory 7, part E). */
export function createSaveMemory({ minds, clock, log }: MemoryToolDeps): ToolDefinition {
  const quota = createSaveQuota(clock);

  const describe = ({ store }: Home, saved: Saved, conflicts: readonly MemoryFrame[]): string => {
    const ref = writeRef({ store, id: saved.id });
    if (saved.outcome === 'known') return `Already known (memory ${ref}).`;
    if (conflicts.length === 0) return `Saved (memory ${ref}).`;
    return [
      `Saved (memory ${ref}), but memory says otherwise too:`,
      ...conflicts.map((frame) => memoryLine({ store, frame })),
      'Both stand. Show the user both with their dates and ask which one holds; after a yes save the right one again with replaces.',
    ].join('\n');
  };

  const replace = async (scope: TurnScope, text: string, next: NewFrame) => {
    const ref = readRef(text);
    const view = ref === null ? null : viewOf(scope.memory, ref.store);
    if (ref === null || view === null) throw new ToolFailure(`Not saved: ${text} is no memory that is seen here.`);
    const [old] = await minds.get(view, [ref.id]);
    if (old === undefined) throw new ToolFailure(`Not saved: ${text} is no memory that is seen here.`);
    const to = scopeAfter(old, ref.store, scope);
    if (to === null)
      throw new ToolFailure(`Not saved: ${text} belongs to a workspace and cannot be changed from here.`);
    const home = { mind: view.mind, scope: to, store: ref.store };
    return { home, saved: await orNotSaved(minds.correct(view, ref.id, { ...next, scope: to })) };
  };

  const keepFact = async (home: Home, fact: NewFact, { memory }: TurnScope) => {
    const kept = await orNotSaved(minds.facts.keep(home.mind, fact));
    if (kept.outcome === 'known') return `Already known (memory ${writeRef({ store: home.store, id: kept.id })}).`;
    // Kept for the speaker alone in a group: what stood there is not for the group's eyes.
    const isSeen = kept.old !== null && viewOf(memory, home.store)?.scopes.includes(kept.old.scope) === true;
    const before = kept.old === null || !isSeen ? '' : memoryLine({ store: home.store, frame: kept.old });
    if (kept.outcome === 'refused') {
      throw new ToolFailure(`Not saved: only the user's own word changes what memory has for it.\n${before}`.trim());
    }
    const done = `Saved (memory ${writeRef({ store: home.store, id: kept.id })}).`;
    return before === '' ? done : `${done} Before:\n${before}`;
  };

  return defineTool({
    name: 'save_memory',
    description:
      'Save one lasting fact, preference, decision or correction as a full sentence that stands alone. Never secrets. It stays where it is said: with the person, or in this group.',
    args: z.object({
      content: z.string().trim().min(1).max(MAX_MEMORY_CHARS),
      importance: z.enum(IMPORTANCES).default('normal'),
      target: z
        .enum(['workspace', 'personal'])
        .default('workspace')
        .describe('In a group: personal keeps it for the speaker alone.'),
      source: z
        .enum(['user_stated', 'tool_verified', 'agent_inferred'])
        .default('user_stated')
        .describe('Who vouches for it.'),
      replaces: z
        .string()
        .max(20)
        .optional()
        .describe('A memory that the user just confirmed to be out of date, such as p12.'),
      key: z
        .string()
        .max(MAX_FACT_KEY_CHARS)
        .optional()
        .describe('Makes content the value of a key, such as shoe size.'),
      scope: z
        .string()
        .optional()
        .describe(`Of a key: ${FACT_SCOPES.join(', ')}.`),
    }),
    ...CHANGES_HERE,
    execute: async ({ content, importance, target, source, replaces, key: keyText = '', scope: about }, context) => {
      const scope = scopeOf(context);
      const key = keyText.trim() === '' ? undefined : keyText;
      if (key !== undefined && replaces !== undefined) {
        throw new ToolFailure('Not saved: a key replaces its own value; leave out replaces.');
      }
      const text = key === undefined ? content : factText(key, content);
      const { safe, flags } = scanForInjection(text, 'user_input');
      if (!safe) throw new ToolFailure(refusal(flags));
      if (redactSecretShapes(text) !== text) throw new ToolFailure('Not saved: it holds a key or a token.');
      if (replaces === undefined && key === undefined && isEcho(content, scope.words))
        return 'Already known: memory says so.';
      if (!quota.take(scope.lane)) {
        throw new ToolFailure(`Not saved: this session has saved ${SAVES_PER_SESSION} memories, which is all it may.`);
      }
      const claimed = originOf(content, source, scope.words);
      const origin = replaces === undefined ? claimed : confirmedOrigin(scope, claimed);
      const home = homeOf(scope, target, text);
      const now = clock.now();
      const frame: NewFrame = {
        content,
        importance,
        ...origin,
        author: scope.memory.author,
        scope: home.scope,
        chat: scope.memory.chat,
        turn: scope.turn,
        now,
      };
      if (key !== undefined) return keepFact(home, { ...frame, key, value: content, ...aboutOf(about) }, scope);
      const { home: place, saved } =
        replaces === undefined
          ? { home, saved: await orNotSaved(minds.save(home.mind, frame)) }
          : await replace(scope, replaces, frame);
      // Names of what nobody vouches for would be put before the model unasked.
      if (saved.outcome === 'saved' && origin.trust > 0) {
        await cognify({ mind: place.mind, id: saved.id, extraction: extractByRules(content), now }, minds).catch(
          (thrown: unknown) => log.warn({ err: thrown }, 'a memory was saved without its names'),
        );
      }
      const view = viewOf(scope.memory, place.store);
      const seen =
        saved.outcome === 'saved' ? saved.conflicts.filter((other) => view?.scopes.includes(other.scope)) : [];
      return describe(place, saved, seen);
    },
  });
}
