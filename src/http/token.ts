import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WaggleError } from '../core/errors.js';
import type { Log } from '../core/log.js';

/** Name of the token's file in the data directory. */
export const TOKEN_FILE = 'http-token';

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[!-~]{16,512}$/;
const OTHERS = 0o077;

export interface HttpToken {
  readonly token: string;
  /** Where it comes from. `generated`: it is new, so worth showing once on a terminal. */
  readonly source: 'environment' | 'file' | 'generated';
}

/**
 * The gateway's bearer token: the configured one, else the one kept in the data directory, else a new one that is kept
 * there (mode 0600). Several processes that start at once agree on one.
 *
 * @throws WaggleError `http-token-file` when the file holds no usable token or cannot be kept to its owner
 */
export async function loadHttpToken(options: {
  dataDir: string;
  /** `WAGGLE_HTTP_TOKEN`. */
  configured?: string | undefined;
  log: Log;
}): Promise<HttpToken> {
  if (options.configured !== undefined) return { token: options.configured, source: 'environment' };
  const file = join(options.dataDir, TOKEN_FILE);
  const kept = await readHttpToken(file, options.log);
  if (kept !== null) return { token: kept, source: 'file' };
  await mkdir(options.dataDir, { recursive: true });
  if (await writeNewToken(options.dataDir, file)) {
    return { token: await mustRead(file, options.log), source: 'generated' };
  }
  return { token: await mustRead(file, options.log), source: 'file' };
}

/** The token kept in a file, or null when there is none. Takes away others' rights to the file where they have some. */
export async function readHttpToken(file: string, log: Log): Promise<string | null> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw fileError(file, 'cannot be read', error);
  }
  if (!TOKEN_SHAPE.test(text))
    throw fileError(file, 'holds no token of at least 16 printable characters; delete it for a new one');
  await keepToOwner(file, log);
  return text;
}

async function keepToOwner(file: string, log: Log): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  try {
    await chmod(file, 0o600);
  } catch (error) {
    throw fileError(file, 'can be read by others, and its mode cannot be changed; make it 0600 or delete it', error);
  }
  log.warn({ file, mode: (mode & 0o777).toString(8) }, 'the HTTP token could be read by others; its mode is 0600 now');
}

/** Writes a whole file and only then gives it its name, so that no reader sees half a token. False: somebody was faster. */
async function writeNewToken(dataDir: string, file: string): Promise<boolean> {
  const fresh = join(dataDir, `.${TOKEN_FILE}-${randomUUID()}`);
  try {
    await writeFile(fresh, `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    await syncFile(fresh);
    await link(fresh, file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw fileError(file, 'cannot be written', error);
  } finally {
    await rm(fresh, { force: true });
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function mustRead(file: string, log: Log): Promise<string> {
  const token = await readHttpToken(file, log);
  if (token === null) throw fileError(file, 'vanished while it was being made');
  return token;
}

function fileError(file: string, what: string, cause?: unknown): WaggleError {
  return new WaggleError('http-token-file', `the token file ${file} ${what}`, cause === undefined ? {} : { cause });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
