/** What the injection scanner's model learns from: labelled texts in thirteen languages. */
import { featuresOfText } from '../../dist/runtime/safety/attackFeatures.js';
import { findHiddenTexts } from '../../dist/runtime/safety/hiddenTexts.js';
import { findFamilies } from '../../dist/runtime/safety/scanForInjection.js';
import { valuesOf } from '../../dist/runtime/scoring/linearModel.js';
import { readPart } from './corpora.mjs';

/** Nothing is learned from `heldout` and `fresh`. */
const PARTS = ['dev', 'dev2', 'dev3'];
/** The plain forms of attacks are rarer in the corpora than in the world, so each of these rows counts so often. */
const PLAIN_TIMES = 3;

export function attackRows() {
  const plain = readPart('injection', 'plain');
  const rows = [
    ...PARTS.flatMap((part) => readPart('injection', part)),
    ...Array(PLAIN_TIMES)
      .fill(plain)
      .flat()
      .map((row) => ({ ...row, isPlain: true })),
  ];
  return rows.map(({ text, context, label, isPlain = false }) => {
    const readings = [text, ...findHiddenTexts(text)];
    const families = findFamilies(readings, context);
    return {
      values: valuesOf(featuresOfText(readings.join('\n'), context, families)),
      isPositive: label === 'attack',
      isPlain,
    };
  });
}
