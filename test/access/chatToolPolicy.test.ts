import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAudit } from '../../src/access/audit.js';
import { createChatToolPolicy } from '../../src/access/chatToolPolicy.js';
import { createOverrideChanges, isBehindWall, isOverridable } from '../../src/access/overrideChanges.js';
import { createAccessPolicy } from '../../src/access/policy.js';
import { createToolPolicy, DEFAULT_TOOL_POLICY } from '../../src/access/toolPolicy.js';
import { type Role, roleSchema } from '../../src/core/ports/accessStore.js';
import { COMMAND_LINE } from '../../src/core/ports/audit.js';
import type { PolicyWord } from '../../src/core/ports/policyOverrides.js';
import type { ToolRisk } from '../../src/core/ports/toolPolicy.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

const HERE = 'telegram:42/chat/-100';
const ELSEWHERE = 'telegram:42/chat/-200';
const CALL = '{"command":"ls"}';
const ASKED = { kind: 'ask', approvers: ['owner', 'admin'] };

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

const person = (user: string) => ({ platform: 'telegram', account: '42', user }) as const;
const audit = () => createAudit({ store: test.db.audit, clock: test.clock, redact: (text) => text });
const changes = () => createOverrideChanges({ overrides: test.db.policyOverrides, audit: audit(), clock: test.clock });
const grant = (user: string, role: Role) =>
  test.db.access.grant({ ...person(user), role, by: COMMAND_LINE, now: test.clock.now() });
const set = (role: Role, what: string, decision: PolicyWord, by = COMMAND_LINE, chat = HERE) =>
  changes().set({ chat, role, what, decision, by });
const lines = () => test.db.audit.newest({ limit: 100 });

function decide(user: string, tool: string, risk: ToolRisk, more: { chat?: string; thread?: string } = {}) {
  const { access: store, policyOverrides: overrides } = test.db;
  const policy = createChatToolPolicy({
    base: createToolPolicy(),
    overrides,
    access: createAccessPolicy({ mode: 'pairing', owners: [], allowed: [], store }),
    audit: audit(),
  });
  return policy.decide({
    address: { platform: 'telegram', account: '42', chat: '-100', kind: 'group', ...more },
    sender: { user, name: user, isBot: false, verifiedBy: 'platform' },
    // What the turn began with: never what counts.
    role: 'owner',
    tool,
    risk,
    arguments: CALL,
    lane: 'telegram:42:-100',
    turn: 'turn-1',
  });
}

it('goes by the table where nothing was set, for the role that the person has now', async () => {
  for (const role of roleSchema.options) {
    await grant(role, role);
    for (const risk of ['none', 'low', 'high'] as const) {
      expect(await decide(role, 'bash', risk), `${role} ${risk}`).toEqual(DEFAULT_TOOL_POLICY[role][risk]);
    }
  }
  const asks = (['owner', 'admin', 'member'] as const).map((role) => ({
    kind: 'tool',
    decision: 'ask',
    actor: `telegram:42:${role}`,
    role,
    call: 'bash',
    summary: CALL,
    count: 1,
  }));
  expect(await lines()).toMatchObject([
    ...asks,
    {
      kind: 'tool',
      decision: 'deny',
      actor: 'telegram:42:guest',
      role: 'guest',
      chat: HERE,
      lane: 'telegram:42:-100',
      turn: 'turn-1',
      call: 'bash',
      reason: 'guests may only use tools that look things up',
      summary: CALL,
      count: 2,
    },
  ]);
});

it('what is said of the tool counts before its risk, that before the table, in this chat and its topics, for this role', async () => {
  await grant('max', 'member');
  await grant('ann', 'admin');
  await set('member', 'risk:low', 'deny');
  const denied = { kind: 'deny', reason: 'risk:low is denied to members in this chat' };
  expect(await decide('max', 'bash', 'low')).toEqual(denied);
  expect(await decide('max', 'bash', 'low', { thread: '7' })).toEqual(denied);
  expect(await decide('max', 'bash', 'low', { chat: '-200' })).toEqual({ kind: 'allow' });
  expect(await decide('ann', 'bash', 'low')).toEqual({ kind: 'allow' });
  expect(await decide('max', 'look_up', 'none')).toEqual({ kind: 'allow' });

  await set('member', 'tool:bash', 'ask');
  expect(await decide('max', 'bash', 'low')).toEqual(ASKED);
  expect(await decide('max', 'write_file', 'low')).toEqual(denied);
  await set('member', 'tool:bash', 'allow');
  expect(await decide('max', 'bash', 'low')).toEqual({ kind: 'allow' });
  await set('member', 'tool:look_up', 'deny');
  expect(await decide('max', 'look_up', 'none')).toMatchObject({ kind: 'deny' });

  await changes().clear({ chat: HERE, role: 'member', what: 'tool:bash' }, COMMAND_LINE);
  expect(await decide('max', 'bash', 'low')).toEqual(denied);
  await changes().clear({ chat: HERE }, COMMAND_LINE);
  expect(await decide('max', 'bash', 'low')).toEqual({ kind: 'allow' });
});

it('a guest never gets above risk none, whatever is set', async () => {
  await grant('gus', 'guest');
  const what = fc.constantFrom('tool:bash', 'risk:low', 'risk:high', 'risk:none', 'tool:other');
  const word = fc.constantFrom<PolicyWord>('allow', 'ask', 'deny');
  const role = fc.constantFrom(...roleSchema.options);
  const risk = fc.constantFrom<ToolRisk>('low', 'high');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(role, what, word), { maxLength: 6 }), risk, async (overrides, ofCall) => {
      for (const override of overrides) await set(...override);
      expect(await decide('gus', 'bash', ofCall)).toMatchObject({ kind: 'deny' });
    }),
    { numRuns: 40 },
  );
  await changes().clear({ chat: HERE }, COMMAND_LINE);
  expect(await decide('gus', 'look_up', 'none')).toEqual({ kind: 'allow' });
  await set('guest', 'tool:look_up', 'ask');
  expect(await decide('gus', 'look_up', 'none')).toEqual(ASKED);
});

it('a call of high risk runs unasked only where an owner said so, who is owner still; that is written down', async () => {
  await grant('max', 'member');
  await grant('ann', 'admin');
  await set('member', 'tool:wipe', 'allow', 'telegram:42:ann');
  expect(await decide('max', 'wipe', 'high')).toEqual(ASKED);
  expect(await decide('max', 'wipe', 'low')).toEqual({ kind: 'allow' });
  await set('member', 'risk:high', 'deny', 'telegram:42:ann');
  expect(await decide('max', 'wipe', 'high')).toMatchObject({ kind: 'deny' });
  await set('member', 'risk:high', 'allow', 'somebody');
  expect(await decide('max', 'wipe', 'high')).toEqual(ASKED);

  await grant('ann', 'owner');
  expect(await decide('max', 'wipe', 'high')).toEqual({ kind: 'allow' });
  expect((await lines()).at(-1)).toMatchObject({
    kind: 'tool',
    decision: 'allow',
    actor: 'telegram:42:max',
    call: 'wipe',
    reason: 'tool:wipe is allowed to members in this chat',
    summary: CALL,
  });
  await test.db.access.block({ ...person('ann'), by: COMMAND_LINE, now: test.clock.now() });
  expect(await decide('max', 'wipe', 'high')).toEqual(ASKED);
  await set('member', 'risk:high', 'allow');
  expect(await decide('max', 'wipe', 'high')).toEqual({ kind: 'allow' });
});

it('a role that was taken away or lowered, and a block, count at the next call, whatever was allowed', async () => {
  await grant('max', 'member');
  await set('member', 'risk:low', 'allow');
  await set('guest', 'tool:bash', 'allow');
  expect(await decide('max', 'bash', 'low')).toEqual({ kind: 'allow' });
  await grant('max', 'guest');
  expect(await decide('max', 'bash', 'low')).toMatchObject({ kind: 'deny' });
  await grant('max', 'member');
  expect(await decide('max', 'bash', 'low')).toEqual({ kind: 'allow' });
  const out = { kind: 'deny', reason: 'whoever asked for this is not let in any more' };
  await test.db.access.revoke(person('max'));
  expect(await decide('max', 'bash', 'low')).toEqual(out);
  expect(await decide('max', 'look_up', 'none')).toEqual(out);
  await grant('max', 'owner');
  await test.db.access.block({ ...person('max'), by: COMMAND_LINE, now: test.clock.now() });
  expect(await decide('max', 'look_up', 'none')).toEqual(out);
  const last = (await lines()).at(-1);
  expect(last).toMatchObject({ decision: 'deny', actor: 'telegram:42:max', call: 'look_up', count: 2 });
  expect(last?.role).toBeUndefined();
});

it('every change is a line, before it holds; clearing tells what it took back', async () => {
  await set('member', 'tool:bash', 'deny');
  await set('admin', 'risk:high', 'allow');
  await set('member', 'tool:bash', 'deny', COMMAND_LINE, ELSEWHERE);
  expect(await changes().clear({ chat: HERE, role: 'guest' }, COMMAND_LINE)).toEqual([]);
  expect(await changes().clear({ chat: HERE, role: 'member' }, COMMAND_LINE)).toMatchObject([{ what: 'tool:bash' }]);
  expect(await changes().clear({ chat: HERE }, COMMAND_LINE)).toMatchObject([{ role: 'admin', what: 'risk:high' }]);
  expect(await test.db.policyOverrides.of(null)).toMatchObject([{ chat: ELSEWHERE }]);
  const line = { kind: 'policy', decision: 'change', actor: COMMAND_LINE, chat: HERE };
  expect(await lines()).toMatchObject([
    { ...line, call: 'tool:bash', reason: 'deny for members' },
    { ...line, call: 'risk:high', reason: 'allow for admins' },
    { ...line, chat: ELSEWHERE },
    { ...line, call: 'tool:bash', reason: 'as by default for members' },
    { ...line, call: 'risk:high', reason: 'as by default for admins' },
  ]);

  const failing = createOverrideChanges({
    overrides: test.db.policyOverrides,
    audit: { record: () => Promise.reject(new Error('no disk')) },
    clock: test.clock,
  });
  const open = { chat: HERE, role: 'member', what: 'risk:high', decision: 'allow', by: COMMAND_LINE } as const;
  await expect(failing.set(open)).rejects.toThrow('no disk');
  expect(await test.db.policyOverrides.of(HERE)).toEqual([]);
});

it('knows what can be set', () => {
  for (const right of ['risk:low', 'risk:high', 'tool:bash', 'tool:mcp__git-hub__push']) {
    expect(isOverridable(right), right).toBe(true);
  }
  for (const wrong of ['', 'bash', 'risk:none', 'risk:HIGH', 'tool:', 'tool:*', 'tool:a b', `tool:${'a'.repeat(65)}`]) {
    expect(isOverridable(wrong), wrong).toBe(false);
  }
  expect(isBehindWall({ role: 'guest', what: 'risk:low', decision: 'ask' })).toBe(true);
  expect(isBehindWall({ role: 'guest', what: 'tool:bash', decision: 'allow' })).toBe(true);
  expect(isBehindWall({ role: 'guest', what: 'tool:get_time', decision: 'ask' })).toBe(false);
  expect(isBehindWall({ role: 'guest', what: 'risk:low', decision: 'deny' })).toBe(false);
  expect(isBehindWall({ role: 'member', what: 'risk:high', decision: 'allow' })).toBe(false);
});
