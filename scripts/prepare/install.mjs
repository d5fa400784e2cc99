import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { formatDuration, PrepareError, say } from './report.mjs';
import { finish } from './run.mjs';

const STAMP = join('node_modules', '.waggle-stamp.json');
/** The one dependency with a native part; its build is allowed by name in package.json (`allowScripts`). */
const NATIVE = 'better-sqlite3';
/** npm's errors, without its advice. */
const QUIET = ['--loglevel=error', '--no-update-notifier'];
const PROBE = `const Database = require(${JSON.stringify(NATIVE)}); new Database(':memory:').close();`;

/** Whether `node_modules` was installed from today's lock file for this Node and this kind of machine. */
export function isInstallFresh(root) {
  try {
    return readFileSync(join(root, STAMP), 'utf8') === describeInstall(root);
  } catch {
    // No stamp: nothing installed, or not by us.
    return false;
  }
}

/**
 * Installs from the lock file, development tools included whatever NODE_ENV says. What is there already is kept when
 * it is what the lock file asks for; then at most the native part is built again.
 */
export async function install(root, run) {
  const started = performance.now();
  if (!matchesLock(root)) {
    say('installing what the lock file lists (where better-sqlite3 has to be compiled this takes a few minutes) ...');
    const code = await finish(runNpm(root, run, ['ci', '--include=dev', '--no-audit', '--no-fund', ...QUIET]));
    if (code !== 0) throw new PrepareError(explainFailure(root, 'npm ci failed; its own words stand above.'));
  }
  await ensureNative(root, run);
  writeFileSync(join(root, STAMP), describeInstall(root));
  const elapsed = performance.now() - started;
  if (elapsed > 1000) say(`installed in ${formatDuration(elapsed)}`);
}

async function ensureNative(root, run) {
  if (readJson(join(root, 'package-lock.json'))?.packages?.[`node_modules/${NATIVE}`] === undefined) return;
  if (loadNative(root) === undefined) return;
  say(`building ${NATIVE} for Node ${process.versions.node} ...`);
  const code = await finish(runNpm(root, run, ['rebuild', NATIVE, '--ignore-scripts=false', ...QUIET]));
  const complaint = loadNative(root);
  if (code !== 0 || complaint !== undefined) {
    throw new PrepareError(explainFailure(root, `${NATIVE} could not be built or loaded. ${complaint ?? ''}`.trim()));
  }
}

/** @returns {string | undefined} why it cannot be loaded; tried in a process of its own, since a bad build can crash */
function loadNative(root) {
  const probe = spawnSync(process.execPath, ['-e', PROBE], { cwd: root, encoding: 'utf8' });
  if (probe.status === 0) return undefined;
  return /^\w*Error: .*$/m.exec(probe.stderr)?.[0] ?? `It ended with ${probe.signal ?? `exit code ${probe.status}`}.`;
}

/** Names what a source build lacks; without a missing tool the failure has another reason, and npm has said it. */
function explainFailure(root, what) {
  const lock = readJson(join(root, 'package-lock.json'));
  if (lock?.packages?.[`node_modules/${NATIVE}`] === undefined) return what;
  const missing = [
    ['python3', ['python3', 'python']],
    ['make', ['make', 'gmake']],
    ['g++', ['g++', 'c++', 'clang++']],
  ].filter(([, names]) => !names.some(isOnPath));
  if (missing.length === 0 || process.platform === 'win32') return what;
  return [
    what,
    `Where no ready-made ${NATIVE} can be downloaded it is compiled, and this machine lacks: ${missing.map(([name]) => name).join(', ')}.`,
    'On Debian or Ubuntu: apt-get install -y python3 make g++',
  ].join('\nwaggle: ');
}

function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));
}

/** The npm that started us, so that one machine with several uses the one the user chose. */
function runNpm(root, run, args) {
  const env = { JOBS: 'max', ...process.env, ...findHeaders() };
  const options = { cwd: root, env, stdio: ['ignore', 2, 2] };
  const entry = process.env.npm_execpath;
  if (entry !== undefined && basename(entry) === 'npm-cli.js' && existsSync(entry)) {
    return run(process.execPath, [entry, ...args], options);
  }
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** Node's own headers where they are installed beside it: the compiler then needs no download of them. */
function findHeaders() {
  if (process.env.npm_config_nodedir !== undefined) return {};
  const prefix = dirname(dirname(process.execPath));
  try {
    const header = readFileSync(join(prefix, 'include', 'node', 'node_version.h'), 'utf8');
    const version = ['MAJOR', 'MINOR', 'PATCH'].map(
      (part) => new RegExp(`NODE_${part}_VERSION (\\d+)`).exec(header)?.[1],
    );
    return version.join('.') === process.versions.node ? { npm_config_nodedir: prefix } : {};
  } catch {
    // No headers beside this Node: node-gyp fetches them as it always does.
    return {};
  }
}

/**
 * Whether what npm recorded in `node_modules` is what the lock file asks for, package by package. Optional packages may
 * be absent (most are for other platforms).
 */
function matchesLock(root) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (wanted === undefined || present === undefined || madeElsewhere(root)) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && existsSync(join(root, path, 'package.json'));
  });
}

/** Packages for one platform are of no use on another, and which were left out is not recorded: install anew. */
function madeElsewhere(root) {
  const stamp = readJson(join(root, STAMP));
  return stamp !== undefined && (stamp.platform !== process.platform || stamp.arch !== process.arch);
}

function describeInstall(root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return JSON.stringify({ lock, abi: process.versions.modules, platform: process.platform, arch: process.arch });
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Missing or unreadable are the same to the callers: there is nothing to rely on.
    return undefined;
  }
}
