import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { openFolder } from '../../workspace/openFolder.js';
import { readInside } from '../../workspace/readInside.js';
import { walkInside } from '../../workspace/walkInside.js';
import { PathRefused, partsOf, WORKSPACE_MOUNT } from '../../workspace/workspacePath.js';
import { defineTool, READS_HERE, type ToolContext, type ToolDefinition } from '../toolDefinition.js';
import { createGlob } from './globMatch.js';
import { textOf } from './textOf.js';
import { workspaceOf } from './workspaceOf.js';

const MAX_HITS = 100;
const MAX_LINE = 300;
const MAX_WALKED = 20_000;
const MAX_FILE = 5_000_000;
/** Text looked through without ripgrep; about a second. */
const MAX_TEXT = 100_000_000;

/** Where a ripgrep lies that the sandbox sees. */
const RIPGREPS = ['/usr/bin/rg', '/usr/local/bin/rg'];

const args = z.object({
  query: z.string().min(1).max(1000),
  regex: z.boolean().optional(),
  path: z.string().max(1000).optional(),
  glob: z.string().max(300).describe('Only such files').optional(),
});

type Query = z.output<typeof args>;

/**
 * Finds text in the files of the lane's workspace. With ripgrep, which runs in the sandbox, where nothing but the workspace can
 * be reached and a hostile pattern costs its own time; without it plain text only.
 */
export function createSearchContent(deps: { readonly dataDir: string; readonly sandbox: Sandbox }): ToolDefinition {
  const ripgrep = deps.sandbox.trouble === null ? RIPGREPS.find((path) => existsSync(path)) : undefined;
  return defineTool({
    name: 'search_content',
    description: 'Find text (any case) or a regex in files of the workspace.',
    args,
    ...READS_HERE,
    execute: async (query, context) => {
      const workspace = workspaceOf(deps.dataDir, context);
      const parts = partsOf(query.path ?? '.');
      // Refuses a link as every tool does; within the sandbox it would lead nowhere.
      if (parts.length > 0) await (await openFolder(workspace, parts)).close();
      const hits =
        ripgrep === undefined
          ? await walkAndFind(workspace, parts, query, context)
          : await runRipgrep(deps.sandbox, ripgrep, workspace, parts, query, context);
      if (hits.length === 0) return `Nothing found for ${query.query}.`;
      const shown = hits.slice(0, MAX_HITS);
      return [...shown, ...(hits.length > MAX_HITS ? [`[more than ${MAX_HITS}; narrow the search]`] : [])].join('\n');
    },
  });
}

async function runRipgrep(
  sandbox: Sandbox,
  ripgrep: string,
  workspace: string,
  parts: readonly string[],
  { query, regex = false, glob }: Query,
  { signal }: ToolContext,
): Promise<readonly string[]> {
  const options = ['--no-config', '--line-number', '--no-heading', '--color=never', '--ignore-case', '--hidden'];
  const limits = ['--max-columns', String(MAX_LINE), '--max-columns-preview', '--max-filesize', String(MAX_FILE)];
  const files = ['--glob=!.git', '--glob=!outbox', ...(glob === undefined ? [] : [`--glob=${glob}`])];
  const end = await sandbox.run({
    workspace,
    isReadOnly: true,
    command: [
      ripgrep,
      ...options,
      ...limits,
      ...files,
      '--max-count=50',
      '--sort=path',
      ...(regex ? [] : ['--fixed-strings']),
      '--regexp',
      query,
      '--',
      [WORKSPACE_MOUNT, ...parts].join('/'),
    ],
    script: { name: 'none', text: '' },
    timeMs: 30_000,
    signal,
  });
  if (end.stopped !== null) throw new Error(`the search was stopped: ${end.stopped}`);
  // 1: nothing found; 2: also when only some file could not be read.
  const lines = end.output.split('\n').filter((line) => line.startsWith(`${WORKSPACE_MOUNT}/`));
  if (end.exitCode !== 0 && end.exitCode !== 1 && lines.length === 0) throw new Error(end.output.trim());
  return lines.map((line) => line.slice(WORKSPACE_MOUNT.length + 1));
}

async function walkAndFind(
  workspace: string,
  parts: readonly string[],
  { query, regex = false, glob }: Query,
  { signal }: ToolContext,
): Promise<readonly string[]> {
  if (regex) throw new Error('regular expressions need ripgrep and the sandbox; search for plain text');
  const isMeant = glob === undefined ? () => true : createGlob(glob);
  const wanted = query.toLowerCase();
  const hits: string[] = [];
  let looked = 0;
  const entersFolder = (folder: string) => !/(?:^|\/)(?:\.git|node_modules|outbox)$/.test(folder);
  for await (const entry of walkInside(workspace, parts, { maxEntries: MAX_WALKED, signal, entersFolder })) {
    const { path, kind, stat } = entry;
    if (kind !== 'file' || stat.size > MAX_FILE || !isMeant(path)) continue;
    looked += stat.size;
    if (looked > MAX_TEXT) throw new Error('there is too much text; name a path or a glob');
    // What was exchanged or removed since it was listed is no file to search.
    const read = await readInside(workspace, path, MAX_FILE).catch((thrown: unknown) => {
      if (thrown instanceof PathRefused) return null;
      throw thrown;
    });
    const found = read === null ? null : textOf(read.content, path);
    if (found === null || 'type' in found) continue;
    for (const [place, line] of found.text.split('\n').entries()) {
      if (line.toLowerCase().includes(wanted)) hits.push(`${path}:${place + 1}:${line.slice(0, MAX_LINE)}`);
      if (hits.length > MAX_HITS) return hits;
    }
  }
  return hits;
}
