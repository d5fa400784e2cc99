import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { formatDuration, PrepareError, say } from './report.mjs';
import { finish } from './run.mjs';

const STAMP = '.stamp.json';
/** What decides, besides `src`, what the compiler writes. */
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];

/** Whether `dist` holds exactly what today's sources give. A content hash, so that no clock or checkout can fool it. */
export function isBuildFresh(root) {
  const dist = join(root, 'dist');
  const stamp = readStamp(dist);
  if (stamp === undefined) return false;
  const sources = listSources(root);
  return stamp.hash === hashInputs(root, sources) && sources.every((file) => existsSync(join(dist, outputOf(file))));
}

/**
 * Compiles into a folder of its own, which becomes `dist` only when it is whole: an interrupted or failed build leaves
 * the old `dist` as it was. Types are not checked here (`npm run check` does), syntax is.
 */
export async function build(root, run) {
  const started = performance.now();
  say('building dist ...');
  removeLeftovers(root);
  const sources = listSources(root);
  const hash = hashInputs(root, sources);
  const fresh = join(root, `.dist-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  try {
    await compile(root, fresh, run);
    for (const file of sources) {
      if (!isCompiled(file)) copyAsset(join(root, 'src', file), join(fresh, file));
    }
    writeFileSync(join(fresh, STAMP), JSON.stringify({ hash }));
    swap(root, fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  say(`built in ${formatDuration(performance.now() - started)}`);
}

async function compile(root, outDir, run) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(compiler)) {
    throw new PrepareError(
      'the TypeScript compiler is not installed; run "node scripts/prepare.mjs" without --build-only',
    );
  }
  const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', outDir, '--noCheck'];
  const code = await finish(run(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] }));
  if (code !== 0) throw new PrepareError('the build failed; dist is as it was before');
}

function swap(root, fresh) {
  const dist = join(root, 'dist');
  const old = `${fresh}-old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

/** What killed builds left behind; only called by the holder of the lock, so nobody is using it. */
function removeLeftovers(root) {
  for (const name of readdirSync(root)) {
    if (name.startsWith('.dist-')) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function copyAsset(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

function listSources(root) {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, 'src').length + 1))
    .sort();
}

function hashInputs(root, sources) {
  const hash = createHash('sha256');
  const add = (name, file) => hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
  for (const name of SETTINGS) add(name, join(root, name));
  for (const name of sources) add(name.split(sep).join('/'), join(root, 'src', name));
  return hash.digest('hex');
}

function isCompiled(file) {
  return /\.[cm]?ts$/.test(file);
}

/** Where a source file's result stands in `dist`; a declaration file gives none of its own, so the stamp stands in. */
function outputOf(file) {
  if (/\.d\.[cm]?ts$/.test(file)) return STAMP;
  return file.replace(/\.([cm]?)ts$/, '.$1js');
}

function readStamp(dist) {
  try {
    return JSON.parse(readFileSync(join(dist, STAMP), 'utf8'));
  } catch {
    // No build yet, or not one of ours: both mean that a build is due.
    return undefined;
  }
}
