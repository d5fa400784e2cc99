import { z } from 'zod';
import { PathRefused, partsOf } from '../../workspace/workspacePath.js';

/** A revision, or two with `..` between them: nothing that git could take for an option, a path or a reflog search. */
const REVISION = /^[\p{L}\p{N}_@][\p{L}\p{N}_./@+~^{}-]*$/u;
/** Names that git itself takes are held against its own rules besides. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_./+-]*$/u;

export const revision = z
  .string()
  .max(200)
  .regex(REVISION, 'is no revision; write a branch, a tag, a commit or HEAD~1');

export const branchName = z
  .string()
  .max(200)
  .regex(NAME, 'is no name of a branch')
  .refine((name) => !/\.\.|\/\/|\.lock(?:\/|$)|[./]$/.test(name), 'is no name of a branch');

export const message = z
  .string()
  .min(1)
  .max(10_000)
  .refine((text) => !text.includes('\0') && text.trim() !== '', 'is empty');

export const repo = z.string().max(1000).describe('Folder of the repository, default the workspace').optional();
export const paths = z.array(z.string().max(1000)).min(1).max(200).optional();

/**
 * Paths within a repository as git is to take them: literally.
 *
 * @param base parts of the repository's folder; paths may be given from there or with `/workspace/`
 * @throws PathRefused for those that lead out of it
 */
export function pathspecs(base: readonly string[], given: readonly string[]): readonly string[] {
  return given.map((path) => {
    if (!path.startsWith('/')) return literal(partsOf(path));
    const parts = partsOf(path);
    if (base.some((part, place) => parts[place] !== part)) throw new PathRefused(`${path} is not in that repository`);
    return literal(parts.slice(base.length));
  });
}

function literal(parts: readonly string[]): string {
  return parts.length === 0 ? '.' : `:(top,literal)${parts.join('/')}`;
}
