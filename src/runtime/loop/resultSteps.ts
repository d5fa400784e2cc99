import { limitResult, MAX_RESULT_CHARS } from '../tools/resultText.js';
import { countsAsUsed, policyCallOf, type ToolAnswer, type ToolEnvironment, type ToolRun } from './toolRun.js';
import { unscannableText } from './toolTexts.js';

/** What is done to an answer before anybody sees it. */

/** Results beyond this are cut before they are looked at, in characters: nobody reads so much. */
const MAX_SCANNED_CHARS = 2_000_000;

/** Step 8: what comes from outside is data, and is cleaned as such. A scanner that fails lets nothing through. */
export async function scanResult(answer: ToolAnswer, run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer> {
  if (answer.end !== 'ran' && answer.end !== 'unknown') return answer;
  const text = limitResult(answer.text, MAX_SCANNED_CHARS);
  try {
    return {
      ...answer,
      text: await env.scanToolResult(text, { tool: run.call.name, source: run.tool?.source ?? 'native' }),
    };
  } catch (error) {
    env.log.error({ tool: run.call.name, err: error }, 'the output of a tool could not be scanned');
    return { ...answer, text: unscannableText(run.call.name) };
  }
}

/** Keeps the answer within what a prompt can carry; the whole of it goes to a file. */
export async function limitSize(answer: ToolAnswer, run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer> {
  if (answer.text.length <= MAX_RESULT_CHARS) return answer;
  let file: string | null = null;
  try {
    file = (await env.spill?.(answer.text)) ?? null;
  } catch (error) {
    env.log.warn({ tool: run.call.name, err: error }, 'a long result could not be kept');
  }
  return { ...answer, text: limitResult(answer.text, MAX_RESULT_CHARS, file) };
}

/** Counts the outcome, and adds a line of guidance where the model repeats itself or its rounds run out. */
export function adviseModel(answer: ToolAnswer, run: ToolRun, env: ToolEnvironment): ToolAnswer {
  const isOutcome = answer.end === 'ran' || answer.end === 'arguments' || answer.end === 'unknown';
  const guidance = isOutcome ? env.policy.noteResult(policyCallOf(run), answer.text, answer.failed) : null;
  const lines = [guidance, env.takeRoundNote()].filter((line) => line !== null);
  return lines.length === 0 ? answer : { ...answer, note: lines.join('\n') };
}

/** Makes the answer durable: from here on the call is not run again. */
export async function recordAnswer(answer: ToolAnswer, run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer> {
  const { id: call, name } = run.call;
  const { text: result, failed, note, givesUp, found = [], inner = [] } = answer;
  await env.record({
    type: 'toolEnd',
    call,
    name,
    result,
    failed,
    counted: countsAsUsed(answer),
    ...(note === undefined ? {} : { note }),
    ...(givesUp === undefined ? {} : { givesUp }),
    ...(found.length === 0 ? {} : { found: [...found] }),
    ...(inner.length === 0 ? {} : { inner: [...inner] }),
  });
  return answer;
}
