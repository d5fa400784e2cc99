import { createHash } from 'node:crypto';
import { canonicalJson } from './canonicalJson.js';

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/**
 * What makes two calls the same: the tool and its arguments, whatever order their keys have. Types and the order of lists
 * count; no arguments are `{}`.
 */
export function signatureOf(name: string, args: unknown): string {
  return hash(`${name}:${canonicalJson(args ?? {})}`);
}

/** What makes two results the same: JSON whatever order its keys have, else the text. */
export function identityOf(result: string): string {
  const start = result.trimStart().charAt(0);
  if (start !== '{' && start !== '[') return hash(result);
  try {
    return hash(canonicalJson(JSON.parse(result)));
  } catch {
    return hash(result);
  }
}
