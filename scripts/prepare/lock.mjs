import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrepareError, say } from './report.mjs';

const LOCK = '.prepare-lock';
const HEARTBEAT_MS = 1000;
const POLL_MS = 150;
/** A holder on another machine (or in another container) whose heartbeat stands still this long is gone. */
const SILENCE_MS = 15_000;
const MAX_WAIT_MS = 30 * 60_000;

/**
 * Runs `work` while no other process prepares the same tree. `work` gets a function that runs a child process; it and
 * this process own the lock together, so a killed parent does not free it under a running `npm ci`.
 */
export async function withLock(root, work) {
  const lock = join(root, LOCK);
  const token = randomUUID();
  await acquire(lock, token);
  let child;
  const heartbeat = setInterval(() => touch(lock), HEARTBEAT_MS);
  const release = () => {
    clearInterval(heartbeat);
    if (readOwner(lock)?.token === token) rmSync(lock, { recursive: true, force: true });
  };
  const onSignal = (signal) => {
    child?.kill(signal);
    release();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    return await work((command, args, options) => {
      child = spawn(command, args, options);
      writeOwner(lock, token, child.pid);
      return child;
    });
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    release();
  }
}

async function acquire(lock, token) {
  const started = performance.now();
  let seen = { beat: undefined, since: started };
  let told = false;
  for (;;) {
    try {
      mkdirSync(lock);
      writeOwner(lock, token, undefined);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw new PrepareError(
          `cannot write to this folder, so nothing can be installed or built here (${error.message})`,
        );
      }
    }
    const owner = readOwner(lock);
    const beat = beatOf(lock);
    if (beat !== seen.beat) seen = { beat, since: performance.now() };
    const silent = performance.now() - seen.since > SILENCE_MS;
    if (silent || (owner !== undefined && owner.host === hostname() && !owner.pids.some(isAlive))) {
      breakLock(lock, owner?.token);
      continue;
    }
    if (performance.now() - started > MAX_WAIT_MS) {
      throw new PrepareError(
        `another process (pid ${owner?.pids[0] ?? 'unknown'}) has been preparing this tree for 30 minutes; giving up`,
      );
    }
    if (!told) say(`another process (pid ${owner?.pids[0] ?? 'unknown'}) is preparing this tree; waiting for it`);
    told = true;
    await sleep(POLL_MS);
  }
}

/** Takes a dead owner's lock away. Renaming first means that of two breakers only one has it in hand. */
function breakLock(lock, token) {
  const aside = `${lock}-${randomUUID()}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  const taken = readOwner(aside)?.token;
  if (taken !== token) {
    // Between our look and the rename a live process took the lock over: give it back.
    renameSync(aside, lock);
    return;
  }
  rmSync(aside, { recursive: true, force: true });
}

function writeOwner(lock, token, childPid) {
  const pids = childPid === undefined ? [process.pid] : [process.pid, childPid];
  writeFileSync(join(lock, 'owner.json'), JSON.stringify({ token, host: hostname(), pids }));
}

function readOwner(lock) {
  try {
    return JSON.parse(readFileSync(join(lock, 'owner.json'), 'utf8'));
  } catch {
    // Not there yet, or half written by the process that is just taking the lock: the heartbeat decides.
    return undefined;
  }
}

function beatOf(lock) {
  return statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
}

function touch(lock) {
  const now = new Date();
  try {
    utimesSync(lock, now, now);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
