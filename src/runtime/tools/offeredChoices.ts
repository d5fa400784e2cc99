import { z } from 'zod';
import { type Choice, choiceSchema, MAX_CHOICES } from '../../core/choice.js';
import type { JournalStep } from '../../core/journal.js';

/** A tool's result that puts buttons below the answer of its turn. `note` is for the model. */
export interface Offer {
  readonly choices: readonly Choice[];
  readonly note: string;
}

const offerSchema = z.object({ choices: z.array(choiceSchema).min(1).max(MAX_CHOICES), note: z.string() });

/** Tools whose results may hold an offer: what others return is text, whatever it looks like. */
const OFFERING: ReadonlySet<string> = new Set(['skill', 'offer_choices']);

/**
 * The buttons that a step of the journal puts below the answer. As with files, they follow from the journal, so that a takeover shows
 * the same ones.
 */
export function choicesIn(step: JournalStep): readonly Choice[] {
  if (step.type !== 'toolEnd' || !OFFERING.has(step.name) || step.failed) return [];
  const parsed = offerSchema.safeParse(parseJson(step.result));
  return parsed.success ? parsed.data.choices : [];
}

/** The buttons of a whole journal, each command once, the newest first to stay where there are too many. */
export function choicesOf(journal: readonly JournalStep[]): readonly Choice[] {
  const byCommand = new Map(journal.flatMap(choicesIn).map((choice) => [choice.command, choice] as const));
  return [...byCommand.values()].slice(-MAX_CHOICES);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
