import { z } from 'zod';
import { laneIdOf } from '../../../core/lane.js';
import {
  SESSION_NOTE_CHARS,
  SESSION_NOTE_KINDS,
  SESSION_NOTE_LIMIT,
  type SessionNote,
} from '../../../core/ports/sessionNotes.js';
import { dayOf, oneLineOf } from '../../recall/memoryLine.js';
import { scanForInjection } from '../../safety/scanForInjection.js';
import { defineTool, READS_HERE, type ToolDefinition } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';
import { type MemoryToolDeps, orNotSaved, scopeOf } from './toolReach.js';

/** The newest notes are given whole as long as all together have no more characters; of the others the beginning. */
const WHOLE_CHARS = 16_000;
const BEGINNING_CHARS = 200;
const EXCERPT_CHARS = 420;

export function createSessionSearch({ transcripts }: MemoryToolDeps): ToolDefinition {
  return defineTool({
    name: 'session_search',
    description:
      'Search earlier conversations: all direct chats of the user, or this group. Use it when the user refers to one. Empty query: the latest.',
    args: z.object({ query: z.string().max(300), limit: z.number().int().min(1).max(10).default(5) }),
    ...READS_HERE,
    execute: async ({ query, limit }, context) => {
      const { address, memory } = scopeOf(context);
      const { platform, account, chat } = address;
      const of = memory.isGroup ? { chatLane: laneIdOf({ platform, account, chat }) } : { person: memory.person };
      const found = await transcripts.search({ of, query, limit });
      if (found.length === 0) return 'Nothing like it was said here before.';
      return found
        .map(({ role, at, excerpt }) => {
          return `- [${dayOf(at)}; ${role === 'user' ? 'the user' : 'you'}] ${oneLineOf(excerpt, EXCERPT_CHARS)}`;
        })
        .join('\n');
    },
  });
}

function listed(notes: readonly SessionNote[]): string {
  let room = WHOLE_CHARS;
  return notes
    .toReversed()
    .map(({ at, kind, content }) => {
      room -= content.length;
      return `- [${dayOf(at)}; ${kind}] ${oneLineOf(content, room >= 0 ? SESSION_NOTE_CHARS : BEGINNING_CHARS)}`;
    })
    .toReversed()
    .join('\n');
}

export function createSessionNote({ notes, clock }: MemoryToolDeps): ToolDefinition {
  return defineTool({
    name: 'session_note',
    description:
      'Keep a decision, note or result of this conversation’s work for later in this conversation, or list them.',
    args: z.object({
      action: z.enum(['add', 'list']).default('add'),
      kind: z.enum(SESSION_NOTE_KINDS).default('note'),
      content: z.string().trim().max(SESSION_NOTE_CHARS).default(''),
    }),
    idempotent: false,
    mutating: true,
    parallelSafe: false,
    flagsFor: ({ action }) => (action === 'list' ? { idempotent: true, mutating: false, parallelSafe: true } : {}),
    offlineCapable: true,
    source: 'native',
    risk: 'low',
    execute: async ({ action, kind, content }, context) => {
      const { lane, turn, memory } = scopeOf(context);
      if (action === 'list') {
        const kept = await notes.list({ lane, limit: SESSION_NOTE_LIMIT });
        return kept.length === 0 ? 'No notes of this conversation.' : listed(kept);
      }
      if (content === '') throw new ToolFailure('Nothing to note: content is empty.');
      if (!scanForInjection(content, 'user_input').safe) {
        throw new ToolFailure('Not noted: the text reads like an attempt to change how the assistant behaves.');
      }
      await orNotSaved(notes.add({ lane, turn, person: memory.person, kind, content, now: clock.now() }));
      return 'Noted.';
    },
  });
}
