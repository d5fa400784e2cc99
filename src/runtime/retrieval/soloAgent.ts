import { sanitiseToolResult } from '../safety/sanitiseToolResult.js';
import { addCall, type ModelCall, NO_TOTALS } from './modelCall.js';
import { normaliseFinalText } from './normalise.js';
import type { RetrievalResult } from './retrievalRun.js';
import { SOLO_RULES } from './retrievalTexts.js';

/** Text from outside can neither open nor close the blocks. */
const MARKS = /<(?=\/?\s*material\b)/gi;

export interface SoloAgentConfig {
  readonly question: string;
  /** Cleaned as the output of tools is. */
  readonly materials: readonly string[];
  readonly call: ModelCall;
  readonly signal: AbortSignal;
  /** A dearer call is recorded as an error; the answer stands. USD. */
  readonly perCallHaltUsd?: number;
}

/** Answers a question with one model call over all materials. @throws what the model call throws */
export async function runSoloAgent(config: SoloAgentConfig): Promise<RetrievalResult> {
  const { question, materials, call, signal, perCallHaltUsd } = config;
  const numbered = materials
    .map((text, i) => `<material n="${i + 1}">\n${sanitiseToolResult(text).replace(MARKS, '&lt;')}\n</material>`)
    .join('\n\n');
  const record = await call(
    [
      { role: 'system', content: SOLO_RULES },
      { role: 'user', content: `${numbered}\n\nQuestion: ${question}` },
    ],
    signal,
  );
  const { text, actions } = normaliseFinalText(record.text);
  const isTooDear = perCallHaltUsd !== undefined && record.costUsd > perCallHaltUsd;
  return {
    rawResponse: record.text,
    normalizedResponse: text,
    normalizationActions: actions,
    promptShapeName: 'solo',
    ...addCall(NO_TOTALS, record),
    loopExhausted: false,
    stepsTaken: 1,
    retrievalCalls: 0,
    errors: isTooDear ? [`the call cost ${record.costUsd} USD, more than ${perCallHaltUsd}`] : [],
  };
}
