import { z } from 'zod';
import { detectType, HEAD_BYTES } from '../attachments/fileType.js';
import { isRecording, MAX_RECORDING_BYTES, type SpeechToText } from '../voice/speechToText.js';
import { readInside } from '../workspace/readInside.js';
import { workspaceOf } from './files/workspaceOf.js';
import { defineTool, type ToolDefinition } from './toolDefinition.js';
import { ToolFailure } from './toolFailure.js';

/** Three tries of three minutes each, and the waits between them (`speechToText.ts`). */
const TIMEOUT_MS = 600_000;

/** Writes down what is said in a recording of the lane's workspace. */
export function createAudioAnalyze(deps: { readonly dataDir: string; readonly speech: SpeechToText }): ToolDefinition {
  return defineTool({
    name: 'audio_analyze',
    description: 'Write down what is said in an audio or video file of the workspace.',
    args: z.object({ path: z.string().max(1000) }),
    idempotent: true,
    mutating: false,
    parallelSafe: true,
    offlineCapable: false,
    deferred: true,
    source: 'native',
    risk: 'none',
    timeoutMs: TIMEOUT_MS,
    execute: async ({ path }, context) => {
      const { content } = await readInside(workspaceOf(deps.dataDir, context), path, MAX_RECORDING_BYTES);
      const mime = detectType(content.subarray(0, HEAD_BYTES), '');
      if (!isRecording(mime)) throw new ToolFailure(`${path} is no recording (${mime}).`);
      const words = await deps.speech.transcribe({ bytes: content, mime }, context.signal);
      return words === '' ? 'No words are said in it.' : words;
    },
  });
}
