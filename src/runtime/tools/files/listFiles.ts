import { z } from 'zod';
import { OUTBOX } from '../../workspace/outbox.js';
import { type Entry, walkInside } from '../../workspace/walkInside.js';
import { partsOf } from '../../workspace/workspacePath.js';
import { defineTool, READS_HERE, type ToolDefinition } from '../toolDefinition.js';
import { createGlob } from './globMatch.js';
import { workspaceOf } from './workspaceOf.js';

const MAX_LISTED = 300;
/** Entries looked at for a pattern. */
const MAX_WALKED = 50_000;

/** Folders that nobody wants listed unasked. */
const QUIET: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.venv', OUTBOX]);

const isQuiet = (path: string) => QUIET.has(path.split('/').at(-1) ?? '');

/** Lists a folder of the lane's workspace, as deep as asked. */
export function createListFiles(deps: { readonly dataDir: string }): ToolDefinition {
  return defineTool({
    name: 'list_files',
    description: 'List a folder of the workspace as a tree.',
    args: z.object({ path: z.string().max(1000).optional(), depth: z.int().min(1).max(8).optional() }),
    ...READS_HERE,
    execute: async ({ path = '.', depth = 2 }, context) => {
      const found: Entry[] = [];
      const parts = partsOf(path);
      const walk = walkInside(workspaceOf(deps.dataDir, context), parts, {
        maxDepth: depth - 1,
        maxEntries: MAX_LISTED + 1,
        signal: context.signal,
        entersFolder: (folder) => !isQuiet(folder),
      });
      for await (const entry of walk) found.push(entry);
      if (found.length === 0) return parts.length === 0 ? 'The workspace is empty.' : `${path} is empty.`;
      const lines = found
        .slice(0, MAX_LISTED)
        .map((entry) => `${'  '.repeat(entry.depth)}${nameOf(entry)}${sizeOf(entry)}`);
      return [...lines, ...(found.length > MAX_LISTED ? [`[more than ${MAX_LISTED}; list a part]`] : [])].join('\n');
    },
  });
}

/** Finds files of the lane's workspace by their names. */
export function createSearchFiles(deps: { readonly dataDir: string }): ToolDefinition {
  return defineTool({
    name: 'search_files',
    description: 'Find files by glob, for example **/*.csv; newest first.',
    args: z.object({ pattern: z.string().min(1).max(300), path: z.string().max(1000).optional() }),
    ...READS_HERE,
    execute: async ({ pattern, path = '.' }, context) => {
      const isMeant = createGlob(pattern);
      const parts = partsOf(path);
      const found: Entry[] = [];
      let walked = 0;
      const walk = walkInside(workspaceOf(deps.dataDir, context), parts, {
        maxEntries: MAX_WALKED,
        signal: context.signal,
        entersFolder: (folder) => !isQuiet(folder),
      });
      for await (const entry of walk) {
        walked += 1;
        const below = entry.path.split('/').slice(parts.length).join('/');
        if (entry.kind === 'file' && isMeant(below)) found.push(entry);
      }
      if (found.length === 0) return `No file fits ${pattern}.`;
      found.sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs);
      const lines = found.slice(0, MAX_LISTED).map((entry) => `${entry.path}${sizeOf(entry)}`);
      const more = found.length > MAX_LISTED ? [`[${found.length} in all; narrow the pattern]`] : [];
      const cut = walked >= MAX_WALKED ? [`[only the first ${MAX_WALKED} entries were looked at]`] : [];
      return [...lines, ...more, ...cut].join('\n');
    },
  });
}

function nameOf({ path, kind }: Entry): string {
  const name = path.split('/').at(-1) ?? path;
  if (kind === 'folder') return `${name}/`;
  return kind === 'file' ? name : `${name} (${kind === 'link' ? 'a link' : 'special'}, cannot be used)`;
}

function sizeOf({ kind, stat }: Entry): string {
  if (kind !== 'file') return '';
  if (stat.size < 1000) return `  ${stat.size} B`;
  return stat.size < 1e6 ? `  ${(stat.size / 1e3).toFixed(1)} kB` : `  ${(stat.size / 1e6).toFixed(1)} MB`;
}
