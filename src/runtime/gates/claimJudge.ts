import { lazyLinearModel, scoreFeatures } from '../scoring/linearModel.js';
import { featuresOfAnswer, type JudgedAnswer, namePatterns } from './answerFeatures.js';
import { type GateLanguage, languages } from './languages.js';
import { readStatements, type Statement } from './prose/statements.js';

/** The gates that a learned model judges for, by the name of their phrases and of their model's file. */
export type JudgedGate = 'verification' | 'phantomWrite' | 'selfIncapacity';

/** One gate in one language. */
interface Judge {
  score(answer: JudgedAnswer): number;
}

function createJudge(gate: JudgedGate, language: GateLanguage): Judge {
  const patterns = namePatterns(language[gate]);
  const model = lazyLinearModel(new URL(`models/${language.code}/${gate}.tsv`, import.meta.url));
  return {
    score: (answer) => scoreFeatures(model(), featuresOfAnswer(answer, patterns, language.verification.limits)),
  };
}

const judgesOf = (gate: JudgedGate): readonly Judge[] => languages.map((language) => createJudge(gate, language));

const JUDGES: Readonly<Record<JudgedGate, readonly Judge[]>> = {
  verification: judgesOf('verification'),
  phantomWrite: judgesOf('phantomWrite'),
  selfIncapacity: judgesOf('selfIncapacity'),
};

/** Log odds, above 0 where the answer says what the gate looks for; the highest of all languages. */
function scoreAnswer(gate: JudgedGate, answer: JudgedAnswer): number {
  return Math.max(...JUDGES[gate].map((judge) => judge.score(answer)));
}

/**
 * Whether an answer says what a gate looks for. The gate's hand-written rule is one voice among many: the weights are learned from
 * labelled answers (`test/runtime/corpora`), because rules alone missed every sixth claim of answers that their author had not seen.
 * Pure.
 */
export function isJudgedSo(gate: JudgedGate, answer: JudgedAnswer): boolean {
  return scoreAnswer(gate, answer) > 0;
}

/** The statement of an answer that says it most clearly; null where nothing is said at all. */
export function findClearest(gate: JudgedGate, content: string): Statement | null {
  const scored = readStatements(content).map((statement) => ({
    statement,
    score: scoreAnswer(gate, { content: statement.source, isByRule: false }),
  }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.statement ?? null;
}
