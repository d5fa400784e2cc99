import type { ContinuationKind } from './continuationKind.js';

/** What the model is told when it stopped without having answered. People never see these. */
export const CONTINUATION_NUDGES: Readonly<Record<ContinuationKind, string>> = {
  'intermediate-ack':
    'Go on now: call the tools that the work needs, and answer when it is done. Do not only announce it. This note is not shown.',
  'trailing-intent':
    'You stopped right before the step that you announced. Take it now by calling the tool. This note is not shown.',
  'pre-tool-promise':
    'You ended on the promise of a step. Take it now by calling the tools that it needs, or answer without them. This note is not shown.',
  'post-tool-stall':
    'You have results of tools above and ended on the promise of a next step. Take that step now by calling the tool, or give the final answer. This note is not shown.',
  'empty-after-tools':
    'Your answer was empty. Look at the results of the tools above and go on: call further tools, or give the final answer.',
  'missing-calls':
    'You meant to call tools, but no call arrived. Make the calls again, or answer without them. This note is not shown.',
  'cut-off':
    'Your answer was cut off by its length limit. Go on exactly where it stopped, in the middle of the word if need be. Do not repeat anything and do not comment on this.',
  'tool-markup':
    'Your answer shows a tool call as text, so it was not made. Call the tool properly, or give a plain answer without such markup. This note is not shown.',
};
