import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { silentLog } from '../../src/core/log.js';
import { type AuditLine, COMMAND_LINE } from '../../src/core/ports/audit.js';
import { openGatewayDb } from '../../src/store/openGatewayDb.js';
import { runWaggle } from '../cli/commandLine.js';
import { createGate } from '../platforms/gate.js';
import { describeWithSandbox } from '../setup/describeWithSandbox.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;

beforeEach(async () => {
  stage = await openStage({
    telegram: { bot: { username: 'HiveBot' } },
    settings: { WAGGLE_ACCESS: 'pairing', WAGGLE_OWNER: 'telegram:11' },
  });
});

afterEach(() => stage.close());

/** The operator, beside the running gateway. */
async function operator(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runWaggle(['access', ...args], { dataDir: stage.dataDir, cwd: stage.dataDir });
  expect(err).toBe('');
  expect(code).toBe(0);
  return out;
}

async function auditLines(): Promise<readonly AuditLine[]> {
  const db = await openGatewayDb({ dataDir: stage.dataDir, clock: systemClock, log: silentLog });
  try {
    return await db.audit.newest({ limit: 100 });
  } finally {
    await db.close();
  }
}

const account = () => String(stage.telegram.bot.id);
const max = () => stage.telegram.user(12, { name: 'Max' });
const maxKey = () => `telegram:${account()}:12`;

describeWithSandbox('what a member may do on Telegram', () => {
  it('is bash in one group and not in another, as the operator sets it while the gateway runs', async () => {
    stage.model.script(({ toolResults, lastUser }) => {
      const [result] = toolResults.values();
      if (result !== undefined) return { text: `So: ${result}` };
      if (lastUser.includes('ask me'))
        return { text: '', toolCalls: [{ name: 'ask_user', arguments: { question: 'Which?' } }] };
      if (!lastUser.includes('count')) return { text: 'Hello.' };
      return { text: '', toolCalls: [{ name: 'bash', arguments: { command: 'echo $((20 + 3)) hives' } }] };
    });
    await stage.start('ingress');
    await operator('grant', `telegram:${account()}/12`, 'member');
    const [open, shut] = [stage.telegram.group(), stage.telegram.group()];
    const keyOf = (group: typeof shut) => `telegram:${account()}/chat/${group.id}`;
    expect(await operator('policy', 'set', keyOf(shut), 'member', 'tool:bash', 'deny')).toContain(
      'is deny for members',
    );

    const ask = (group: typeof shut, text: string) => group.say(max(), `@HiveBot ${text}`);
    ask(open, 'count the hives');
    await open.waitForBotMessage(({ text }) => text.startsWith('So:') && text.includes('23 hives'));
    ask(shut, 'count the hives');
    const refused = await shut.waitForBotMessage(({ text }) => text.startsWith('So:'));
    expect(refused.text).toContain('Not run: bash is not allowed here (tool:bash is denied to members in this chat)');

    await operator('policy', 'set', keyOf(shut), 'member', 'tool:ask_user', 'deny');
    ask(shut, 'ask me something');
    await shut.waitForBotMessage(({ text }) => text.includes('ask_user is not allowed here'));

    await operator('policy', 'clear', keyOf(shut));
    ask(shut, 'count them again');
    await shut.waitForBotMessage(({ text }) => text.startsWith('So:') && text.includes('23 hives'));

    const chat = keyOf(shut);
    expect((await auditLines()).filter(({ kind }) => kind === 'policy' || kind === 'tool')).toMatchObject([
      { kind: 'policy', decision: 'change', actor: COMMAND_LINE, chat, call: 'tool:bash', reason: 'deny for members' },
      { kind: 'tool', decision: 'deny', actor: maxKey(), role: 'member', chat, call: 'bash' },
      { kind: 'policy', decision: 'change', chat, call: 'tool:ask_user', reason: 'deny for members' },
      { kind: 'tool', decision: 'deny', actor: maxKey(), chat, call: 'ask_user' },
      { kind: 'policy', decision: 'change', chat, call: 'tool:ask_user', reason: 'as by default for members' },
      { kind: 'policy', decision: 'change', chat, call: 'tool:bash', reason: 'as by default for members' },
    ]);
    expect(stage.telegram.refused()).toEqual([]);
  });

  it.each(['revoke', 'block'] as const)('ends in the middle of a turn with a %s', async (verb) => {
    const gate = createGate();
    const results: string[] = [];
    stage.model.script(({ toolResults }) => {
      const got = [...toolResults.values()];
      results.push(...got);
      const command = { name: 'bash', arguments: { command: `echo round ${results.length}` } };
      if (results.length === 0) return { text: '', toolCalls: [command] };
      if (results.length === 1) {
        return { chunks: ['Once', ' more.'], pauses: [{ afterChunks: 1, until: gate.opened }], toolCalls: [command] };
      }
      return { text: 'That was all.' };
    });
    await stage.start('ingress');
    await operator('grant', `telegram:${account()}/12`, 'member');
    const chat = stage.telegram.privateChat(max());
    chat.say('Count twice');
    await stage.model.waitFor(() => results.length === 1);
    expect(results[0]).toContain('round 0');
    await operator(verb, `telegram:${account()}/12`);
    gate.open();
    await stage.model.waitFor(() => results.length === 2);
    expect(results[1]).toBe(
      'Not run: bash is not allowed here (whoever asked for this is not let in any more). Go on without it.',
    );
    await chat.waitForBotMessage(({ text }) => text.includes('That was all.'));
    const [denied] = (await auditLines()).filter(({ kind }) => kind === 'tool');
    expect(denied).toMatchObject({
      decision: 'deny',
      actor: maxKey(),
      call: 'bash',
      summary: '{"command":"echo round 1"}',
    });
    expect(denied?.turn).toBeDefined();
  });
});
