import { z } from 'zod';
import { copyToOutbox } from '../workspace/copyToOutbox.js';
import { workspaceOf } from './files/workspaceOf.js';
import { SEND_FILE_TOOL, SENT_NOTE } from './sentFiles.js';
import { defineTool, type ToolDefinition } from './toolDefinition.js';

const args = z.object({
  path: z.string().min(1).max(500).describe('Path of the file within the workspace.'),
  name: z.string().min(1).max(200).describe('Name that the user sees. Leave it out to keep its own.').optional(),
});

/**
 * Gives a file of the lane's workspace to the chat. The call copies it to the outbox, so that what is delivered is what was there
 * when it was sent; the delivery follows from the call's result in the journal (`sentFileIn`), so the call changes nothing
 * itself and may be repeated.
 */
export function createSendFile(deps: { readonly dataDir: string }): ToolDefinition {
  return defineTool({
    name: SEND_FILE_TOOL,
    description:
      'Send a file from the workspace to the user. It arrives below your answer; say in the answer what it is. Send each file once.',
    args,
    idempotent: true,
    mutating: false,
    parallelSafe: false,
    offlineCapable: true,
    source: 'native',
    risk: 'low',
    execute: async ({ path, name }, { scope, signal }) => {
      if (scope === null) throw new Error('there is no chat to send a file to');
      const sent = await copyToOutbox(workspaceOf(deps.dataDir, { scope }), path, name, signal);
      return { ...sent, note: SENT_NOTE };
    },
  });
}
