import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { until } from '../../setup/until.js';
import { type AttackStage, openAttackStage, PLANTED } from './attackStage.js';
import { expectRefusal } from './expectRefusal.js';
import { BROKEN, GREEDY_ROWS, SANDBOX_ROWS } from './sandboxRows.js';

/** Stands in the command line of a process that no command may see. */
const VICTIM_SIGN = 'victim-of-the-attack';

const TIGHT = {
  memory: 200_000_000,
  data: 180_000_000,
  processes: 30,
  tasks: 60,
  fileSize: 5_000_000,
  tmp: 10_000_000,
  output: 1_000_000,
} as const;

/** Processes of this machine in whose command line a sign stands. */
function processesWith(sign: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(sign);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

async function listenAt(server: Server, at: string | { port: number; host?: string }): Promise<void> {
  server.listen(at);
  await once(server, 'listening');
}

describeWithSandbox('a command in the sandbox', () => {
  let stage: AttackStage;
  let home: string;
  let tight: AttackStage;
  let before: string;
  let victim: ChildProcess;
  let datagrams: Datagrams;
  let reached = 0;
  const servers = Array.from({ length: 3 }, () =>
    createServer((socket) => {
      reached += 1;
      socket.end(PLANTED);
    }),
  );
  const abstract = `waggle-attack-${process.pid}`;
  let ports: { readonly tcp: number; readonly udp: number };

  beforeAll(async () => {
    process.env.WAGGLE_ATTACKED_TOKEN = PLANTED;
    stage = openAttackStage();
    home = mkdtempSync(join(tmpdir(), 'waggle-attack-'));
    tight = openAttackStage(TIGHT, { bytes: 20_000_000, files: 300 });
    victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', VICTIM_SIGN, PLANTED], { stdio: 'ignore' });
    await once(victim, 'spawn');
    const [tcp, inFolder, noFolder] = servers;
    if (tcp === undefined || inFolder === undefined || noFolder === undefined) throw new Error('three servers');
    await listenAt(tcp, { port: 0 });
    await listenAt(inFolder, join(stage.outside, 'socket'));
    await listenAt(noFolder, `\0${abstract}`);
    datagrams = createSocket('udp4', () => {
      reached += 1;
    });
    datagrams.bind(0);
    await once(datagrams, 'listening');
    const address = tcp.address();
    ports = {
      tcp: typeof address === 'object' && address !== null ? address.port : 0,
      udp: datagrams.address().port,
    };
  });

  afterAll(async () => {
    delete process.env.WAGGLE_ATTACKED_TOKEN;
    const ended = once(victim, 'exit');
    victim.kill('SIGKILL');
    await ended;
    datagrams.close();
    for (const server of servers) server.close();
    await Promise.all([stage.close(), tight.close()]);
    rmSync(home, { recursive: true, force: true });
  });

  beforeEach(() => {
    stage.renew();
    tight.renew();
    before = [stage, tight].map((one) => one.snapshot()).join('\n');
  });

  afterEach(() => {
    expect([stage, tight].map((one) => one.snapshot()).join('\n')).toBe(before);
    expect(reached).toBe(0);
    expect(victim.exitCode ?? victim.signalCode).toBeNull();
  });

  const filled = (script: string) =>
    script
      .replaceAll('GATEWAYDIR', process.cwd())
      .replaceAll('GATEWAY', String(process.pid))
      .replaceAll('VICTIMSIGN', VICTIM_SIGN)
      .replaceAll('VICTIM', String(victim.pid))
      .replaceAll('ABSTRACT', abstract)
      .replaceAll('OTHER', stage.otherWorkspace)
      .replaceAll('DATA', stage.dataDir)
      .replaceAll(/OUT(?=[/|])/g, stage.outside)
      .replaceAll('HOST', hostAddress())
      .replaceAll('TCP', String(ports.tcp))
      .replaceAll('UDP', String(ports.udp));

  const attack = (script: string) => ({
    command: `won() { printf 'BROKEN-%s\\n' OUT; }\n${filled(script)}`,
    timeout: 60,
  });

  const expectHeld = (text: string, reason: RegExp) => {
    expect(text).not.toContain(BROKEN);
    expect(text).not.toContain(PLANTED);
    expect(text).toMatch(reason);
  };

  for (const [group, rows] of SANDBOX_ROWS) {
    describe(`gains nothing by ${group}`, () => {
      it.each(rows)('%s', async (_, script, reason) => {
        const { text } = await stage.use('bash', attack(script));
        expectHeld(text, reason);
      });
    });
  }

  describe('that would take', () => {
    it.each(GREEDY_ROWS)('%s, is stopped', async (_, script, reason) => {
      const { failed, text } = await tight.use('bash', { ...attack(script), timeout: 3 });
      expect({ failed, text: text.slice(0, 300) }).toMatchObject({ failed: true });
      expectHeld(text, reason);
      expect(text.length).toBeLessThan(12_000);
      // What it started is gone, and a workspace that it filled can be emptied.
      expect(processesWith(tight.workspace)).toEqual([]);
      await until(() => processesWith('sleep\x0030\0').length === 0, 'the end of what it started');
    });
  });

  describe('leaves nothing running', () => {
    it.each([
      ['in the background', 'sleep MARK &'],
      ['in a session of its own', 'setsid sleep MARK & disown'],
      ['after two forks', '(setsid bash -c "nohup sleep MARK >/dev/null 2>&1 & exit" &) ; exit 0'],
      ['deaf to signals', 'setsid bash -c "trap \'\' TERM HUP INT; sleep MARK; sleep MARK" & sleep 0.2'],
      ['that waits for its end', 'nohup bash -c "while kill -0 1; do sleep MARK; done" >/dev/null 2>&1 & exit 0'],
    ])('%s', async (_, script) => {
      const mark = `98765.${process.pid}`;
      await stage.use('bash', { command: script.replaceAll('MARK', mark) });
      await until(() => processesWith(mark).length === 0, 'the end of what it started');
    });

    it('when its turn ends', async () => {
      const mark = `87654.${process.pid}`;
      const turn = new AbortController();
      const running = stage.use('bash', { command: `setsid sleep ${mark} & sleep ${mark}` }, turn.signal);
      await until(() => processesWith(mark).length > 0, 'its start');
      turn.abort(new Error('the turn has ended'));
      expect(await running).toEqual({ failed: true, text: 'the turn has ended' });
      await until(() => processesWith(mark).length === 0, 'the end of what it started');
    });
  });

  describe('leaves behind what the tools for files', () => {
    it.each([
      ['a link to a file', 'ln -s DATA/gateway.db trap', 'trap'],
      ['a link to a folder', 'ln -s DATA trap', 'trap/gateway.db'],
      ['a link upwards', 'ln -s ../.. trap', 'trap/http-token'],
      ['a link to another lane', 'ln -s OTHER trap', 'trap/secret.txt'],
      ['a link to the gateway’s own files', 'ln -s /proc/self/fd trap', 'trap/1'],
      ['a link in the place of a folder', 'rm -r a; ln -s OTHER a', 'a/secret.txt'],
      ['a pipe', 'mkfifo trap', 'trap'],
      [
        'a socket',
        "node -e \"require('net').createServer().listen('trap', () => process.kill(process.pid, 9))\"",
        'trap',
      ],
    ])('do not follow: %s', async (_, script, path) => {
      await stage.use('bash', attack(script));
      for (const [tool, args] of [
        ['read_file', { path }],
        ['write_file', { path, content: 'attack' }],
        ['edit_file', { path, old_string: PLANTED, new_string: 'attack' }],
        ['search_content', { path, query: 'planted' }],
        ['send_file', { path }],
      ] as const) {
        expectRefusal(tool, await stage.use(tool, args));
      }
    });

    it('do not take for their own: programs and settings of theirs', async () => {
      const script = `for name in rg git bash node; do printf '#!/bin/sh\\necho BROKEN-%s\\n' OUT > $name; chmod +x $name; done
        printf -- '--pre=/workspace/rg\\n--follow\\n' > .ripgreprc; ln -s / root; echo planted > found.txt`;
      await stage.use('bash', { command: script });
      const { failed, text } = await stage.use('search_content', { query: 'planted' });
      expect({ failed, text }).toEqual({ failed: false, text: 'found.txt:1:planted' });
    });
  });

  it('prints nothing that a screen would obey', async () => {
    const { text } = await stage.use('bash', {
      command: "printf '\\e]0;title\\a\\e[2J\\e]52;c;YXR0YWNr\\a\\eP+q\\e\\\\\\x9b5n\\r\\0\\b\\x7fend\\n'",
    });
    expect(text).toMatch(/end$/);
    expect(text.replace(/\n/g, '')).not.toMatch(/\p{Cc}/u);
  });

  it('of a read-only persona changes nothing at all', async () => {
    for (const command of [
      'echo x > attack',
      'rm a/note.txt',
      'mv a b',
      'ln -s / root',
      'chmod 777 a',
      'touch a/note.txt',
    ]) {
      const { failed, text } = await stage.useReadOnly('bash', { command });
      expect(failed).toBe(true);
      expect(text).toMatch(/Read-only file system/);
    }
    const code = 'require("fs").writeFileSync("/workspace/attack", "x")';
    expect(await stage.useReadOnly('run_code', { language: 'node', code })).toMatchObject({ failed: true });
    expect(readFileSync(join(stage.workspace, 'a/note.txt'), 'utf8')).toBe('own words\n');
    expect(existsSync(join(stage.workspace, 'attack'))).toBe(false);
  });

  it.each([
    ['files', 'console.log(require("fs").readFileSync("DATA/gateway.db", "utf8"))', /ENOENT/],
    [
      'the environment',
      'console.log(process.env, require("fs").readFileSync("/proc/1/environ", "utf8"), process.ppid)',
      /PATH/,
    ],
    [
      'other programs',
      'console.log(require("child_process").execSync("cat OTHER/secret.txt", { encoding: "utf8" }))',
      /No such file/,
    ],
    ['the gateway', 'process.kill(GATEWAY, 9)', /ESRCH/],
    ['its debugger', 'require("inspector").open(0, "0.0.0.0"); console.log("open, for nobody"); process.exit(1)', /./],
    [
      'shared memory of a worker',
      'const w = new (require("worker_threads").Worker)("require(\'fs\').readFileSync(\'DATA/http-token\')", { eval: true }); w.on("error", (e) => console.log(e.code))',
      /ENOENT/,
    ],
  ])('of run_code gains nothing by %s', async (_, code, reason) => {
    const { text } = await stage.use('run_code', { language: 'node', code: filled(code) });
    expectHeld(text, reason);
  });

  it('makes a workspace that others of this machine cannot enter, whatever it opens', async () => {
    const workspace = join(home, 'data/workspaces/lane');
    await runInOwnProcess(workspace, 'cp /bin/bash x; chmod 4777 x; chmod 777 .');
    expect(statSync(join(home, 'data/workspaces')).mode & 0o077).toBe(0);
  });

  it('has none of the files that were open when the gateway was started', async () => {
    const secret = openSync(join(stage.outside, 'secret.txt'), 'r');
    const rest = Array<'ignore'>(38).fill('ignore');
    const stdio = ['ignore' as const, 'pipe' as const, ...rest, secret];
    const script = 'cat <&40; readlink /proc/self/fd/40';
    const output = await runInOwnProcess(join(home, 'data/workspaces/lane'), script, stdio).finally(() =>
      closeSync(secret),
    );
    expect(output).not.toContain(PLANTED);
    expect(output).toContain('/dev/null');
  });
});

/** A gateway of its own, which runs one command and ends. */
const ONE_COMMAND = `
import(process.argv[1] + 'runtime/sandbox/sandbox.js').then(async ({ openSandbox }) => {
  const { systemClock } = await import(process.argv[1] + 'core/clock.js');
  const end = await openSandbox({ clock: systemClock, hidden: [] }).run({
    workspace: process.argv[2],
    isReadOnly: false,
    command: ['bash', '/run/waggle/script'],
    script: { name: 'script', text: process.argv[3] },
    signal: new AbortController().signal,
  });
  process.stdout.write(end.output);
});`;

/** Runs a command with the sandbox in a process that was started with these descriptors, and gives what it printed. */
async function runInOwnProcess(
  workspace: string,
  script: string,
  stdio: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'ignore'],
): Promise<string> {
  const dist = new URL('../../../dist/', import.meta.url).href;
  const child = spawn(process.execPath, ['-e', ONE_COMMAND, dist, workspace, script], { stdio });
  if (child.stdout === null) throw new Error('its output is read');
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return output;
}

/** An address of this machine that is not the loopback one; where there is none, one of nobody. */
function hostAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '192.0.2.7';
}
