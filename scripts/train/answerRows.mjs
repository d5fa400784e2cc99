/** What the models of the completion gates learn from: labelled English answers. */
import { featuresOfAnswer, namePatterns } from '../../dist/runtime/gates/answerFeatures.js';
import { languages } from '../../dist/runtime/gates/languages.js';
import { findWriteByRule } from '../../dist/runtime/gates/phantomWrite.js';
import { isIncapacityByRule } from '../../dist/runtime/gates/selfIncapacity.js';
import { findSuccessClaim, isDisclaimed } from '../../dist/runtime/gates/successClaims.js';
import { historyOf, wasChecked, wroteFiles } from '../../dist/runtime/gates/toolHistory.js';
import { valuesOf } from '../../dist/runtime/scoring/linearModel.js';
import { readPart } from './corpora.mjs';

/** Parts of the corpora that the hand-written patterns were tuned on: there the patterns look better than they are. */
const TUNED_PARTS = ['dev', 'dev2'];
/** Parts that came later. Nothing is learned from `heldout`, `fresh` and `final`. */
const UNTUNED_PARTS = ['dev3', 'dev4', 'dev5'];
/** Plain forms, which are rarer in the corpora than in chats: each of these rows counts so often. */
const PLAIN_TIMES = 3;

export const GATES = [
  {
    gate: 'verification',
    corpus: 'verification',
    isOpen: ({ text, tools }) => !wasChecked(historyOf(tools)) && !isDisclaimed(text),
    isByRule: ({ text, tools }) => findSuccessClaim(text, tools) !== null,
  },
  {
    gate: 'phantomWrite',
    corpus: 'phantomWrite',
    isOpen: ({ tools }) => !wroteFiles(historyOf(tools)),
    isByRule: ({ text, tools }) => findWriteByRule(text, historyOf(tools)) !== null,
  },
  {
    gate: 'selfIncapacity',
    corpus: 'refusal',
    isOpen: () => true,
    isByRule: ({ text }) => isIncapacityByRule(text),
  },
];

const [english] = languages;

/**
 * The rows of a gate: `values` without the gate's rule, whose weight is not learned here; `wordings` alone, too, because the
 * patterns of a tuned part would teach too much trust in patterns.
 */
export function rowsOf({ gate, corpus, isOpen, isByRule }) {
  const patterns = namePatterns(english[gate]);
  const rows = (parts, isTuned) =>
    parts
      .flatMap((part) => readPart(corpus, part).map((row) => ({ ...row, part })))
      .map((row) => ({ ...row, tools: gate === 'selfIncapacity' ? [] : (row.tools ?? []) }))
      .filter(isOpen)
      .map((row) => {
        const answer = { content: row.text, isByRule: false };
        const groups = featuresOfAnswer(answer, patterns, english.verification.limits);
        return {
          wordings: valuesOf(groups.slice(0, 1)),
          values: valuesOf(isTuned ? groups.slice(0, 1) : groups),
          isPositive: row.label !== 'benign',
          isByRule: isByRule(row),
          isTuned,
          part: row.part,
        };
      });
  return [...rows(TUNED_PARTS, true), ...rows(UNTUNED_PARTS, false), ...rows(Array(PLAIN_TIMES).fill('plain'), true)];
}
