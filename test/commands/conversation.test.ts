import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConversationCommands } from '../../src/commands/conversation/conversationCommands.js';
import { createExportCommand } from '../../src/commands/memory/exportCommand.js';
import type { CommandCall } from '../../src/commands/registry.js';
import { silentLog } from '../../src/core/log.js';
import { exportedMindSchema } from '../../src/core/memory/exported.js';
import type { ChatAddress } from '../../src/core/message.js';
import type { Role } from '../../src/core/ports/accessStore.js';
import { exportPerson } from '../../src/memory/exportMind.js';
import { createMinds } from '../../src/memory/minds.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { laneWorkspace } from '../../src/runtime/workspace/laneWorkspace.js';
import { conversationIn } from '../store/conversation.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';
import { ownAnswer } from './ownAnswer.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

interface Caller {
  readonly user?: string;
  readonly kind?: ChatAddress['kind'];
  readonly role?: Role;
}

function callOf(lane: string, args: string, { user = 'ada', kind = 'dm', role = 'member' }: Caller = {}): CommandCall {
  const sender = { user, name: user, isBot: false, verifiedBy: 'platform' } as const;
  const principal = { person: `telegram:42:${user}`, role, sender };
  const address: ChatAddress = { platform: 'telegram', account: '42', chat: lane, kind };
  return { args, lane, address, seq: 1, principal, wording: wordingIn('en') };
}

function talkOf() {
  const talk = conversationIn(test.db);
  const lane = talk.lane.id;
  const { conversation, transcripts, overheard } = test.db;
  const ended: string[] = [];
  const commands = createConversationCommands({
    conversation,
    transcripts,
    overheard,
    endConversation: async (over) => {
      ended.push(over);
    },
    clock: test.clock,
  });
  const run = (text: string, caller: Caller = {}) => {
    const [name, ...args] = text.slice(1).split(' ');
    const command = commands.find(({ spec }) => spec.name === name);
    if (command === undefined) throw new Error(`no command ${name}`);
    return command.run(callOf(lane, args.join(' '), caller));
  };
  return {
    ended,
    run,
    say: async (text: string, caller?: Caller) => ownAnswer(await run(text, caller)),
    exchange: async (text: string, user = 'ada') => {
      await talk.accept({ user });
      const transcript = [{ role: 'user' as const, content: text, shown: null }];
      await talk.finish(await talk.mustClaim(), 'done', { transcript });
    },
    lines: async () => (await transcripts.history({ lane, limit: 50 })).map(({ content }) => content),
  };
}

describe('the commands of a conversation', () => {
  it('put it away and bring it back', async () => {
    const talk = talkOf();
    await talk.exchange('one');
    const cleared = await talk.say('/clear');
    expect(cleared.text).toContain('(1 lines)');
    expect(cleared.text).toContain('`/rollback before_clear`');
    expect(talk.ended).toHaveLength(1);
    expect(await talk.lines()).toEqual([]);
    await talk.exchange('two');
    await talk.say('/rollback before_clear');
    expect(await talk.lines()).toEqual(['one']);
  });

  it('keep points under names and offer them as buttons', async () => {
    const talk = talkOf();
    expect((await talk.say('/rollback')).text).toMatch(/no checkpoint in this conversation yet/);
    await talk.exchange('one');
    expect((await talk.say('/checkpoint Before Launch!')).text).toContain('`before_launch`');
    await talk.say('/checkpoint');
    await talk.exchange('two');
    const asked = await talk.say('/rollback');
    expect(asked.choices.map((choice) => choice.command)).toEqual(['/rollback before_launch', '/rollback checkpoint']);
    expect(asked.text).toContain('0 s ago');
    expect((await talk.say('/rollback BEFORE-launch')).text).toMatch(/no checkpoint/);
    expect((await talk.say('/rollback before launch')).text).toContain('I see 1 lines');
    expect(await talk.lines()).toEqual(['one']);
    expect((await talk.say(`/checkpoint ${'x'.repeat(31)}`)).text).toMatch(/at most 30 letters/);
    expect((await talk.say('/checkpoint !!!')).text).toMatch(/at most 30 letters/);
  });

  it('take the last exchange back, and ask it again', async () => {
    const talk = talkOf();
    expect((await talk.say('/undo')).text).toMatch(/nothing to take back/);
    expect((await talk.say('/retry')).text).toMatch(/nothing to take back/);
    await talk.exchange('one');
    await talk.exchange('two');
    expect(await talk.run('/retry')).toEqual({ ask: 'two' });
    expect(await talk.lines()).toEqual(['one']);
    await talk.say('/undo');
    expect(await talk.lines()).toEqual([]);
  });

  it("leave others' exchanges in a group alone, but for admins", async () => {
    const talk = talkOf();
    await talk.exchange('one', 'bob');
    expect((await talk.say('/undo', { kind: 'group' })).text).toMatch(/somebody else's/);
    expect((await talk.say('/retry', { kind: 'group' })).text).toMatch(/somebody else's/);
    expect(await talk.lines()).toEqual(['one']);
    await talk.say('/undo', { kind: 'group', role: 'admin' });
    expect(await talk.lines()).toEqual([]);
  });
});

describe('/export', () => {
  it('gives what is remembered of the person as a file, and only in a direct chat', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'waggle-export-'));
    const minds = createMinds({ dataDir, clock: test.clock, log: silentLog });
    try {
      const person = 'telegram:42:ada';
      const frame = { importance: 'normal', source: 'user_stated', trust: 2, now: 5 } as const;
      const mine = { kind: 'person', person } as const;
      const group = { kind: 'workspace', workspace: 'telegram:42:-1' } as const;
      await minds.save(mine, { ...frame, content: 'I like tea.', author: person, scope: 'private' });
      const room = 'chat:telegram:42/chat/-1' as const;
      await minds.save(group, { ...frame, content: 'We meet on Mondays.', author: person, scope: room });
      await minds.save(group, { ...frame, content: 'Bob is on leave.', author: 'telegram:42:bob', scope: room });
      const { people } = test.db;
      await people.set({ person, name: 'tone', value: 'casual', now: 1 });
      const now = Date.UTC(2026, 11, 1);
      const deps = {
        exportPerson: (key: string) => exportPerson(key, { minds, people, schedules: test.db.schedules, now }),
        dataDir,
      };
      const command = createExportCommand(deps);
      expect(ownAnswer(await command.run(callOf('lane', '', { kind: 'group' }))).text).toMatch(/direct chat/);
      const { files } = ownAnswer(await command.run(callOf('lane', '')));
      expect(files).toMatchObject([{ name: 'waggle-memory-2026-12-01.json', mime: 'application/json' }]);
      const text = readFileSync(join(laneWorkspace(dataDir, 'lane'), files?.[0]?.path ?? ''), 'utf8');
      expect(exportedMindSchema.parse(JSON.parse(text))).toMatchObject({
        accounts: [person],
        settings: { tone: 'casual' },
        memories: [{ content: 'I like tea.', scope: 'private' }],
        inWorkspaces: [{ workspace: 'telegram:42:-1', memories: [{ content: 'We meet on Mondays.' }] }],
      });
      expect(ownAnswer(await command.run(callOf('lane', ''))).files).toEqual(files);
    } finally {
      await minds.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
