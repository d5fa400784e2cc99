import { INBOX } from '../attachments/receiveFiles.js';
import { openFolder } from '../workspace/openFolder.js';
import { OUTBOX } from '../workspace/outbox.js';
import { SPILL } from '../workspace/spillFiles.js';

/**
 * Folders of a workspace in which the gateway itself writes. No command may change them: one that put a link in their place
 * would have the gateway write through it.
 */
export const FIXED_FOLDERS: readonly string[] = [INBOX, OUTBOX, SPILL];

/** Makes a workspace and its fixed folders. @throws PathRefused when something else has the place of one */
export async function prepareWorkspace(workspace: string): Promise<void> {
  for (const name of FIXED_FOLDERS) await (await openFolder(workspace, [name], { create: true })).close();
}
