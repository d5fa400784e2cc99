import { z } from 'zod';
import { type Entry, walkInside } from '../../workspace/walkInside.js';
import { partsOf } from '../../workspace/workspacePath.js';
import { defineTool, READS_HERE, type ToolDefinition } from '../toolDefinition.js';
import { workspaceOf } from './workspaceOf.js';

/** Entries that are counted; what there is beyond is said. */
const MAX_WALKED = 50_000;
const MAX_CHARS = 9_000;
const DEFAULT_DEPTH = 3;
const DEFAULT_ENTRIES = 200;

/** Folders whose size is told and whose content is not, unasked. */
const QUIET: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.venv']);

const args = z.object({
  path: z.string().max(1000).optional(),
  depth: z.int().min(1).max(16).describe(`Default ${DEFAULT_DEPTH}`).optional(),
  max_entries: z.int().min(1).max(1000).describe(`Default ${DEFAULT_ENTRIES}`).optional(),
  all: z.boolean().describe('Also .git, node_modules').optional(),
});

interface Node extends Entry {
  readonly name: string;
  bytes: number;
  files: number;
  readonly children: Node[];
}

/** Draws a folder of the lane's workspace with what everything in it weighs, folders with all that is below them. */
export function createTree(deps: { readonly dataDir: string }): ToolDefinition {
  return defineTool({
    name: 'tree',
    deferred: true,
    description: 'Draw the tree of a folder with sizes of files and of folders.',
    args,
    ...READS_HERE,
    execute: async (
      { path = '.', depth = DEFAULT_DEPTH, max_entries: most = DEFAULT_ENTRIES, all = false },
      context,
    ) => {
      const parts = partsOf(path);
      const { roots, isCut } = await readTree(workspaceOf(deps.dataDir, context), parts, context.signal);
      const lines: string[] = [];
      let chars = 0;
      let left = 0;
      const draw = (nodes: readonly Node[], indent: string, level: number) => {
        for (const [place, node] of nodes.entries()) {
          const isLast = place === nodes.length - 1;
          const line = `${indent}${isLast ? '└── ' : '├── '}${describe(node)}`;
          if (lines.length >= most || chars + line.length > MAX_CHARS) left += 1;
          else {
            chars += line.length + 1;
            lines.push(line);
          }
          if (level < depth && (all || !QUIET.has(node.name))) {
            draw(node.children, `${indent}${isLast ? '    ' : '│   '}`, level + 1);
          }
        }
      };
      draw(roots, '', 1);
      const bytes = roots.reduce((sum, node) => sum + node.bytes, 0);
      const files = roots.reduce((sum, node) => sum + node.files, 0);
      const head = `${parts.length === 0 ? '/workspace' : parts.join('/')}  (${count(files)}, ${sizeOf(bytes)})`;
      const more = left === 0 ? [] : [`[${left} more; name a folder, or a smaller depth]`];
      const cut = isCut ? [`[only the first ${MAX_WALKED} entries were counted]`] : [];
      return [head, ...lines, ...more, ...cut].join('\n');
    },
  });
}

async function readTree(workspace: string, parts: readonly string[], signal: AbortSignal) {
  const roots: Node[] = [];
  /** The folders on the way to where the walk is. */
  const way: Node[] = [];
  let walked = 0;
  for await (const entry of walkInside(workspace, parts, { maxEntries: MAX_WALKED, signal })) {
    walked += 1;
    way.length = entry.depth;
    const isFile = entry.kind === 'file';
    const node: Node = {
      ...entry,
      name: entry.path.split('/').at(-1) ?? entry.path,
      bytes: isFile ? entry.stat.size : 0,
      files: isFile ? 1 : 0,
      children: [],
    };
    (way.at(-1)?.children ?? roots).push(node);
    for (const folder of way) {
      folder.bytes += node.bytes;
      folder.files += node.files;
    }
    if (entry.kind === 'folder') way.push(node);
  }
  return { roots, isCut: walked >= MAX_WALKED };
}

function describe({ name, kind, bytes, files }: Node): string {
  if (kind === 'folder') return `${name}/  (${count(files)}, ${sizeOf(bytes)})`;
  if (kind === 'file') return `${name}  ${sizeOf(bytes)}`;
  return `${name}  (${kind === 'link' ? 'a link' : 'special'}, cannot be used)`;
}

const count = (files: number) => `${files} ${files === 1 ? 'file' : 'files'}`;

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
