import type { SingleShape } from './taskShape.js';

/** `compression` asks for less, `expansion` for named parts: dense instruction-tuned families write better that way. */
export type ScaffoldStyle = 'compression' | 'expansion';

type ScaffoldTexts = Readonly<Partial<Record<SingleShape, string>>>;

const WEIGHING = {
  compression: {
    small: 'Say what you assume, then the trade-offs, then your recommendation.',
    mid: 'One short assumption, then your recommendation.',
  },
  expansion: {
    small: `Answer in four parts:
1. Assumption: what you take as given.
2. Factors: name each one, apply it to every option, and say how much it weighs.
3. Tension: the one conflict between the factors that matters most.
4. Recommendation: your choice, the reason, and your confidence (low, medium or high).`,
    mid: 'State your assumption, apply and weigh each factor by name, name the main tension, and end with a recommendation, its reason and your confidence (low, medium or high).',
  },
};

const everyWeighing = (text: string): ScaffoldTexts => ({ compare: text, decide: text, review: text });

/** What a model of a tier is told about the form of its answer. Frontier models need none; drafts and mixed work have none. */
export const SCAFFOLDS: Readonly<Record<ScaffoldStyle, Readonly<Record<'small' | 'mid', ScaffoldTexts>>>> = {
  compression: {
    small: {
      research: 'Name the source that you use, quote the piece of it that fits, and answer directly.',
      ...everyWeighing(WEIGHING.compression.small),
      'plan-execute': 'Confirm what you were given, say the plan in one sentence, carry it out, report the result.',
    },
    mid: {
      research: 'Name the source, then answer.',
      ...everyWeighing(WEIGHING.compression.mid),
      'plan-execute': 'Plan, carry out, report.',
    },
  },
  expansion: {
    small: {
      research: `Answer in three parts:
1. Answer: one sentence, without hedging.
2. Source: where it stands, with the exact words in quotation marks.
3. Context: what one needs to know besides, in short.`,
      ...everyWeighing(WEIGHING.expansion.small),
      'plan-execute': `Answer in named phases. Each has a goal, two to four steps, what it depends on, and what could block it.
End with an estimate of the time and the greatest risk on the critical path.`,
    },
    mid: {
      research: 'Give the answer, a literal quotation of its source, and one sentence of context.',
      ...everyWeighing(WEIGHING.expansion.mid),
      'plan-execute':
        'Divide the work into named phases, each with a goal, two to four steps, dependencies and blockers. End with a time estimate and the risk on the critical path.',
    },
  },
};
