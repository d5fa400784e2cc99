import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { openSandbox } from '../../../src/runtime/sandbox/sandbox.js';
import { ADDED } from '../../../src/runtime/sandbox/sandboxArguments.js';
import { PathRefused } from '../../../src/runtime/workspace/workspacePath.js';
import { measureWorkspace } from '../../../src/runtime/workspace/workspaceQuota.js';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { openPremises, type Premises, processesWith, type RunOptions } from './sandboxFixture.js';

let premises: Premises;

beforeEach(() => {
  premises = openPremises();
});

afterEach(() => premises.remove());

const python = (code: string) => `python3 - <<'END'\n${code}\nEND`;

/** What a command does, the script, why it is stopped or fails, and how it is run. */
type Excess = readonly [what: string, script: string, why: RegExp, options?: RunOptions];

const named = ([what, script, why, options = {}]: Excess) => ({ what, script, why, options });

const small = { deps: { quota: { bytes: 60_000_000, files: 500 } } };

const STOPPED: readonly Excess[] = [
  ['a fork bomb of the shell', ':(){ :|:& };:; sleep 30', /more than 128 processes/],
  ['a fork bomb of forks', python('import os\nwhile True:\n  try: os.fork()\n  except OSError: pass'), /128 processes/],
  ['a fork bomb that detaches', 'f(){ setsid -f bash -c "$(declare -f f); f; f" & }; f; f; sleep 30', /128 processes/],
  [
    'a memory bomb of many processes',
    `for i in 1 2 3 4 5 6; do python3 -c "a=bytearray(400*10**6); a[::4096]=b'x'*len(a[::4096]); import time; time.sleep(30)" & done; wait`,
    /more than 1000 MB of memory/,
  ],
  [
    'a memory bomb of shared memory',
    python('import mmap, time\nm=mmap.mmap(-1, 3*10**9)\nfor i in range(0, 3*10**9, 4096): m[i]=1\ntime.sleep(30)'),
    /more than 1000 MB of memory/,
  ],
  ['a flood of lines', 'yes', /printed more than 16 MB/],
  ['a flood of errors', 'yes >&2', /printed more than 16 MB/],
  ['a flood without lines', 'cat /dev/zero', /printed more than 16 MB/],
  [
    'a full disk of large files',
    'for i in $(seq 9); do head -c 90000000 /dev/zero > f$i; done',
    /holds \d+ MB of 60 MB/,
    small,
  ],
  [
    'a full disk of small files',
    'mkdir -p many; cd many; for i in $(seq 100000); do : > $i; done',
    /files and folders of 500/,
    small,
  ],
  ['a full disk of folders', 'for i in $(seq 100000); do mkdir d$i; done', /files and folders of 500/, small],
  [
    'a full disk of files that nobody sees',
    python(
      "import os, time\nfs=[]\nfor i in range(40):\n  f=open('x','wb'); os.unlink('x'); f.write(b'x'*20*10**6); f.flush(); fs.append(f)\ntime.sleep(30)",
    ),
    /filled the disk/,
    { deps: { quota: { bytes: 60_000_000, files: 5_000 } } },
  ],
  ['too long a sleep', 'sleep 100', /longer than 2 s/, { timeMs: 2_000 }],
  ['too long a loop', 'while :; do :; done', /longer than 2 s/, { timeMs: 2_000 }],
  [
    'loops on all processors',
    'for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; wait',
    /longer than 2 s/,
    { timeMs: 2_000 },
  ],
  [
    'one that ignores signals',
    "trap '' TERM INT HUP QUIT; while :; do sleep 1; done",
    /longer than 2 s/,
    { timeMs: 2_000 },
  ],
  ['one that stops itself', 'kill -STOP $$; sleep 100', /longer than 2 s/, { timeMs: 2_000 }],
  ['one that closes its output', 'exec >&- 2>&-; sleep 100', /longer than 2 s/, { timeMs: 2_000 }],
  ['one that waits for input', 'read -r line; cat; mkfifo p; cat p', /longer than 2 s/, { timeMs: 2_000 }],
];

const REFUSED: readonly Excess[] = [
  ['a memory bomb of one process', 'python3 -c "a=[bytearray(10**8) for i in range(100)]"', /MemoryError/],
  ['one of Node', 'node -e "const a=[]; for(;;) a.push(Buffer.alloc(5e7,1))"', /(memory|Allocation failed|Aborted)/i],
  ['a file too large', 'head -c 300000000 /dev/zero > big; ls -l big', /1000*0 /],
  ['a file with a hole', 'truncate -s 1T hole', /(too large|size limit)/],
  ['a full /tmp', 'head -c 300000000 /dev/zero > /tmp/x', /(No space left|File size limit)/],
  ['full shared memory', 'head -c 90000000 /dev/zero > /dev/shm/x', /No space left/],
  ['too many open files', python('fs=[open("/dev/null") for i in range(5000)]'), /Too many open files/],
  [
    'locked memory',
    'python3 -c "import ctypes,mmap; c=ctypes.CDLL(None); m=mmap.mmap(-1,10**7); print(c.mlockall(3))"',
    /-1/,
  ],
  ['a crash image', 'ulimit -c unlimited', /cannot modify/],
];

const SURVIVORS: readonly (readonly [what: string, script: (mark: string) => string])[] = [
  ['in the background', (mark) => `sleep ${mark} & echo gone`],
  ['in a session of its own', (mark) => `setsid -f sleep ${mark}; echo gone`],
  ['without a terminal', (mark) => `nohup sleep ${mark} >/dev/null 2>&1 & disown; echo gone`],
  ['after a double fork', (mark) => `( ( setsid sleep ${mark} & ) & ); echo gone`],
  [
    'as a daemon of Python',
    (mark) =>
      python(
        `import os\nif os.fork()==0:\n  os.setsid()\n  if os.fork()==0:\n    for f in range(3): os.close(f)\n    os.execvp("sleep",["sleep","${mark}"])\n  os._exit(0)\nprint("gone")`,
      ),
  ],
  ['that ignores every signal', (mark) => `(trap '' HUP INT TERM QUIT; exec setsid sleep ${mark}) & echo gone`],
];

/** A number of seconds that no other process sleeps. */
const newMark = () => `8${Math.floor(Math.random() * 1e8)}.25`;

describeWithSandbox('a command in the sandbox', () => {
  it.each(STOPPED.map(named))('is stopped: $what', async ({ script, why, options }) => {
    const end = await premises.bash(script, options);
    expect(end.stopped).toMatch(why);
    expect(end.exitCode).toBeNull();
    expect(end.output.length).toBeLessThan(9_000);
  });

  it.each(REFUSED.map(named))('is refused: $what', async ({ script, why, options }) => {
    const end = await premises.bash(script, options);
    expect(end.stopped).toBeNull();
    expect(`${end.output}${end.exitCode === 0 ? '' : ` exit ${end.exitCode}`}`).toMatch(why);
  });

  it.each(SURVIVORS)('leaves no process %s', async (_, script) => {
    const mark = newMark();
    const end = await premises.bash(script(mark));
    expect(end).toMatchObject({ exitCode: 0, output: expect.stringContaining('gone') });
    expect(processesWith(mark)).toEqual([]);
  });

  it.each(SURVIVORS)('leaves no process %s when its turn is stopped', async (_, script) => {
    const mark = newMark();
    const stop = new AbortController();
    const running = premises.bash(`${script(mark)}\nsleep ${mark}`, { signal: stop.signal });
    await expect.poll(() => processesWith(mark).length).toBeGreaterThan(1);
    const asked = performance.now();
    stop.abort(new Error('stopped by the person'));
    await expect(running).rejects.toThrow('stopped by the person');
    expect(performance.now() - asked).toBeLessThan(1_000);
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });

  it('that is to start after its turn was stopped does not', async () => {
    const running = premises.bash('touch started', { signal: AbortSignal.abort(new Error('too late')) });
    await expect(running).rejects.toThrow('too late');
    expect(readdirSync(premises.workspace)).not.toContain('started');
  });

  it('may tidy up a workspace that holds too much, and not fill it further', async () => {
    const folder = join(premises.workspace, 'heap');
    mkdirSync(folder);
    for (let i = 0; i < 600; i += 1) writeFileSync(join(folder, `${i}`), 'x');
    const fill = await premises.bash('for i in $(seq 5000); do : > heap/n$i; done; sleep 5', small);
    expect(fill.stopped).toMatch(/files and folders of/);
    const tidy = await premises.bash('rm -r heap; sleep 1.5; echo tidy', small);
    expect(tidy).toMatchObject({ exitCode: 0, stopped: null });
  });

  it('may nest folders deeper than any tool goes, which the count of them survives', async () => {
    const end = await premises.bash('for i in $(seq 300); do mkdir n; cd n || break; done; pwd | wc -c', {
      timeMs: 20_000,
    });
    expect(end.exitCode).toBe(0);
    expect((await measureWorkspace(premises.workspace)).files).toBeGreaterThan(30);
  });

  it('finds no sandbox when it has put a link in the place of a folder of the gateway beforehand', async () => {
    symlinkSync('/etc', join(premises.workspace, 'inbox'));
    await expect(premises.bash('ls inbox')).rejects.toThrow(PathRefused);
  });

  it('keeps the beginning and the end of what it prints, without what steers a screen', async () => {
    const end = await premises.bash(
      `printf '\\033[31mfirst\\033[0m\\n'; seq 100000; printf '50 %%\\r100 %%\\nlast\\a\\n'`,
    );
    expect(end.output).toMatch(/^first\n1\n2\n/);
    expect(end.output).toMatch(/\[\.\.\. \d+ bytes left out \.\.\.\]/);
    expect(end.output).toMatch(/99999\n100000\n100 %\nlast\ufffd\n$/);
  });

  it('waits for a place, and gives up the wait when its turn is stopped', async () => {
    const sandbox = openSandbox({ clock: systemClock, hidden: [], places: 1 });
    const started: string[] = [];
    const run = async (name: string, text: string, signal = new AbortController().signal) => {
      const common = { workspace: premises.workspace, isReadOnly: false, command: ['bash', `${ADDED}/script`], signal };
      const end = await sandbox.run({ ...common, script: { name: 'script', text } });
      started.push(name);
      return end;
    };
    const stop = new AbortController();
    const first = run('first', 'touch busy; sleep 1; rm busy');
    const stopped = run('stopped', 'true', stop.signal);
    const second = run('second', 'ls');
    stop.abort(new Error('not any more'));
    await expect(stopped).rejects.toThrow('not any more');
    expect((await second).output).not.toContain('busy');
    await first;
    expect(started).toEqual(['first', 'second']);
  });

  it('dies with the gateway, however that ends', async () => {
    const mark = newMark();
    const module = new URL('../../../dist/runtime/sandbox/sandbox.js', import.meta.url).href;
    const clock = new URL('../../../dist/core/clock.js', import.meta.url).href;
    const code = `
      import { openSandbox } from ${JSON.stringify(module)};
      import { systemClock } from ${JSON.stringify(clock)};
      await openSandbox({ clock: systemClock, hidden: [] }).run({
        workspace: ${JSON.stringify(premises.workspace)}, isReadOnly: false, command: ['bash', '${ADDED}/script'],
        script: { name: 'script', text: 'setsid -f sleep ${mark}; sleep ${mark}' }, signal: new AbortController().signal,
      });`;
    const gateway = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
    const ended = once(gateway, 'close');
    // Its own command line holds the mark too.
    await expect.poll(() => processesWith(`sleep\0${mark}`).length, { timeout: 10_000 }).toBe(2);
    gateway.kill('SIGKILL');
    await ended;
    await expect.poll(() => processesWith(`sleep\0${mark}`)).toEqual([]);
  });

  it('nothing of a command that is ended while it begins', async () => {
    const mark = `86${process.pid}.5`;
    for (let turns = 0; turns < 40; turns += 1) {
      const ending = new AbortController();
      const run = premises.bash(`sleep ${mark}`, { signal: ending.signal });
      const ended = run.catch((thrown: unknown) => thrown);
      // A little later each time: before, while and after the namespace is made.
      await premises.turnsOfTheLoop(turns * 20);
      ending.abort(new Error('stopped'));
      expect(await ended).toEqual(new Error('stopped'));
    }
    expect(processesWith(`sleep\0${mark}`)).toEqual([]);
  });
});
