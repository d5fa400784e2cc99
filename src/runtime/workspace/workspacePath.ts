import { OUTBOX } from './outbox.js';

/** The name of a workspace inside the sandbox; paths that begin with it are meant too. */
export const WORKSPACE_MOUNT = '/workspace';

const MAX_DEPTH = 32;
const MAX_NAME_BYTES = 200;

/** A path that tools may not use; the message says why. */
export class PathRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PathRefused';
  }
}

/**
 * The parts of a path within a workspace, after `.` and `..` were resolved; none for the workspace itself.
 *
 * @throws PathRefused for one that leads out of it, or that no file system takes
 */
export function partsOf(path: string): readonly string[] {
  if (/\p{Cc}/u.test(path)) throw new PathRefused('a path cannot hold control characters');
  if (path.includes('\\')) throw new PathRefused('write paths with "/" between folders');
  const isMounted = path === WORKSPACE_MOUNT || path.startsWith(`${WORKSPACE_MOUNT}/`);
  const inner = isMounted ? path.slice(WORKSPACE_MOUNT.length + 1) : path;
  if (inner.startsWith('/') || inner.startsWith('~')) throw new PathRefused('only files in the workspace can be used');
  const parts: string[] = [];
  for (const part of inner.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) throw new PathRefused('only files in the workspace can be used');
  }
  if (parts.length > MAX_DEPTH) throw new PathRefused(`folders can be nested ${MAX_DEPTH} deep, not more`);
  if (parts.some((part) => Buffer.byteLength(part) > MAX_NAME_BYTES)) {
    throw new PathRefused(`a name can have ${MAX_NAME_BYTES} bytes, not more`);
  }
  return parts;
}

/**
 * The same for something that is to be written.
 *
 * @throws PathRefused also for the workspace itself and for the outbox, whose files are what was sent
 */
export function writablePartsOf(path: string): readonly [string, ...string[]] {
  const [first, ...rest] = partsOf(path);
  if (first === undefined) throw new PathRefused('that is the workspace itself, not a file in it');
  if (first === OUTBOX) throw new PathRefused(`the folder ${OUTBOX} holds what was sent and cannot be changed`);
  return [first, ...rest];
}
