import type { Written } from '../../documents/writeProtocol.js';
import { copyToOutbox } from '../../workspace/copyToOutbox.js';
import { PathRefused } from '../../workspace/workspacePath.js';
import { writeInside } from '../../workspace/writeInside.js';
import { workspaceOf } from '../files/workspaceOf.js';
import { SENT_NOTE } from '../sentFiles.js';
import type { ToolContext } from '../toolDefinition.js';

/** The path of a document, with its kind's ending. @throws PathRefused for the ending of another kind */
export function documentPath(path: string, ending: string): string {
  const given = /\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase();
  if (given === ending) return path;
  const others = ['docx', 'doc', 'pdf', 'pptx', 'ppt', 'xlsx', 'xls', 'csv', 'odt', 'md', 'txt', 'html'];
  if (given !== undefined && others.includes(given)) {
    throw new PathRefused(`"${path}" has the ending of another kind of file; this tool makes .${ending}`);
  }
  return `${path}.${ending}`;
}

/** Puts a written document into the lane's workspace and, when it is to be sent, into the outbox. Gives the tool's result. */
export async function deliverDocument(
  deps: { readonly dataDir: string },
  { bytes, extent, notes }: Written,
  { path, send }: { readonly path: string; readonly send: boolean },
  context: ToolContext,
): Promise<unknown> {
  const workspace = workspaceOf(deps.dataDir, context);
  const { isNew } = await writeInside(workspace, path, bytes, context);
  const size = extent === '' ? `${bytes.length} bytes` : `${extent}, ${bytes.length} bytes`;
  const told = [`${isNew ? 'Created' : 'Replaced'} ${path} (${size}).`, ...notes].join(' ');
  if (!send) return `${told} The user gets it with send_file.`;
  const sent = await copyToOutbox(workspace, path, undefined, context.signal);
  return { ...sent, note: `${told} ${SENT_NOTE}` };
}
