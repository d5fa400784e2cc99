/**
 * What the README promises a newcomer: `npm start` on this clone, with nothing configured, an empty npm cache, a fresh
 * HOME and NODE_ENV=production, answers over HTTP, serves its page, and ends on SIGTERM.
 *
 * Usage: node scripts/ci/smoke.mjs REPORT.json
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** The first start installs and compiles. */
const START_MS = 6 * 60_000;
const ANSWER_MS = 30_000;
/** WAGGLE_DRAIN_MS, as by default, and the 5 s beyond it that a stop may take. */
const STOP_MS = 15_000;
const OURS = /^(WAGGLE|TELEGRAM|SLACK|DISCORD|LITELLM|OPENAI|REDIS)_/;

const home = mkdtempSync(join(tmpdir(), 'waggle-smoke-'));
const port = await findFreePort();
const base = `http://127.0.0.1:${port}`;
let passed = 0;
const failures = [];

const child = spawn('npm', ['start'], {
  cwd: root,
  env: makeEnvironment(),
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: true,
});
let output = '';
for (const stream of [child.stdout, child.stderr]) {
  stream.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
}
const exited = new Promise((done) => {
  child.once('exit', (code, signal) => done({ code, signal }));
});

try {
  if (await step('npm start is up', waitUntilHealthy)) {
    await step('POST /api/chat answers', chat);
    await step('GET / serves the page', fetchPage);
    await step('SIGTERM ends it', stop);
  }
} finally {
  endAll();
  rmSync(home, { recursive: true, force: true });
}
if (failures.length > 0) process.stdout.write(`--- what npm start said\n${output}\n---\n`);
if (process.argv[2] !== undefined) writeFileSync(process.argv[2], JSON.stringify({ passed, failed: failures.length }));
process.exitCode = failures.length > 0 ? 1 : 0;

async function step(name, run) {
  const started = performance.now();
  try {
    await run();
    passed += 1;
    process.stdout.write(`ok    ${name} (${Math.round(performance.now() - started)} ms)\n`);
    return true;
  } catch (error) {
    failures.push(name);
    process.stdout.write(`FAILED ${name}: ${error.message}\n`);
    return false;
  }
}

async function waitUntilHealthy() {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${base}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    const end = await Promise.race([exited, sleep(200)]);
    if (end !== undefined) throw new Error(`npm start ended with ${end.signal ?? `exit code ${end.code}`}`);
  }
  throw new Error('no answer from /healthz in time');
}

async function chat() {
  const answer = await fetch(`${base}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'hi' }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}: ${await answer.text()}`);
  let text = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (/^event: ?(final|error)\b.*\n(?:.*\n)*?\n/m.test(text)) break;
  }
  const data = /^event: ?final\n(?:id:.*\n)?data: ?(.*)$/m.exec(text)?.[1];
  if (data === undefined) throw new Error(`no final event in: ${text.slice(-500)}`);
  if (!JSON.parse(data).content) throw new Error(`an empty answer: ${data}`);
}

async function fetchPage() {
  const answer = await fetch(`${base}/`, { signal: AbortSignal.timeout(ANSWER_MS) });
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.ok || !type.startsWith('text/html')) throw new Error(`status ${answer.status}, ${type}`);
}

async function stop() {
  child.kill('SIGTERM');
  const late = sleep(STOP_MS, 'late', { ref: false });
  if ((await Promise.race([exited, late])) === 'late') throw new Error(`still running after ${STOP_MS} ms`);
  const answer = await fetch(`${base}/healthz`).catch(() => undefined);
  if (answer !== undefined) throw new Error('npm ended, but the gateway still answers');
}

/** npm and whatever it started form a group of their own, none of which may outlive this script. */
function endAll() {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function makeEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !OURS.test(name));
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
    HOME: home,
    WAGGLE_DATA_DIR: join(home, 'data'),
    WAGGLE_HTTP_PORT: String(port),
  };
}

function findFreePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => done(free));
    });
  });
}
