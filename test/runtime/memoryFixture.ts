import type { MemoryFrame, NewFrame } from '../../src/core/memory/frame.js';
import type { ChatAddress } from '../../src/core/message.js';
import type { Minds } from '../../src/core/ports/minds.js';
import type { Recalled } from '../../src/runtime/recall/memoryLine.js';
import type { TurnScope } from '../../src/runtime/tools/toolDefinition.js';
import { reachOf } from '../../src/runtime/walls/reachOf.js';
import { createTurnWords } from '../../src/runtime/walls/turnWords.js';

/** A frame as a mind gives it: what Ann said in her direct chat. */
export function makeFrame(fields: Partial<MemoryFrame> = {}): MemoryFrame {
  return {
    id: 1,
    kind: 'I',
    gop: 'session:1',
    content: 'Ann likes green tea.',
    importance: 'normal',
    source: 'user_stated',
    confidence: 0.7,
    trust: 2,
    author: 'telegram:42:7',
    scope: 'private',
    createdAt: Date.UTC(2026, 0, 2),
    validFrom: Date.UTC(2026, 0, 2),
    validTo: null,
    supersededBy: null,
    conflicts: [],
    uses: 0,
    ...fields,
  };
}

export function makeRecalled(fields: Partial<MemoryFrame> = {}, store: Recalled['store'] = 'personal'): Recalled {
  return { store, frame: makeFrame(fields) };
}

/** Saves what a person says in a chat, as the home of the chat has it. */
export async function remember(
  minds: Minds,
  said: { readonly person: string; readonly address: ChatAddress; readonly content: string } & Partial<NewFrame>,
): Promise<number> {
  const { person, address, content, ...fields } = said;
  const { home, chat } = reachOf({ person }, address);
  const { id } = await minds.save(home.mind, {
    content,
    importance: 'normal',
    source: 'user_stated',
    trust: 2,
    author: person,
    scope: home.scope,
    chat,
    now: 0,
    ...fields,
  });
  return id;
}

/** The scope of a turn of Ann's in her direct chat. */
export function makeScope(fields: Partial<TurnScope> = {}): TurnScope {
  const {
    address = { platform: 'telegram', account: '42', chat: '7', kind: 'dm' },
    principal = {
      person: 'telegram:42:7',
      role: 'member',
      sender: { user: '7', name: 'Ann', isBot: false, verifiedBy: 'platform' },
    },
  } = fields;
  return {
    turn: 't1',
    lane: 'telegram:42:7',
    address,
    principal,
    memory: reachOf(principal, address),
    words: createTurnWords(),
    ...fields,
  };
}
