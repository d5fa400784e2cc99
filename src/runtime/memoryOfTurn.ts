import type { BackgroundJob } from '../core/backgroundJob.js';
import type { Clock } from '../core/clock.js';
import type { AgentResponse } from '../core/events.js';
import type { JournalStep } from '../core/journal.js';
import type { Log } from '../core/log.js';
import type { ImprovementSignal } from '../core/memory/layers.js';
import type { MemoryReach } from '../core/memory/reach.js';
import { type InboundMessage, ownTextOf } from '../core/message.js';
import type { Minds } from '../core/ports/minds.js';
import type { TurnJob } from '../core/ports/turnRunner.js';
import type { Untold } from '../core/ports/untold.js';
import type { Wording } from '../core/wording.js';
import { BLOCKED_PREFIX } from './loop/hookSteps.js';
import type { PromptSource } from './orchestrator/promptSource.js';
import { viewOf } from './recall/frameRef.js';
import type { Recalled } from './recall/memoryLine.js';
import { DONE_BUT } from './tools/memory/toolReach.js';
import { OWN_WORDS } from './tools/memoryTools.js';
import type { ReachOpener } from './walls/openReach.js';
import { shareOfWords } from './walls/shareOfWords.js';
import { noteEarlier, splitLines } from './walls/splitLines.js';
import { createTurnWords, type TurnWords } from './walls/turnWords.js';
import { planWriteBack } from './writeBack/planWriteBack.js';

export interface TurnMemoryDeps {
  readonly reach: ReachOpener;
  readonly minds: Pick<Minds, 'confirmUse'>;
  readonly source: Pick<PromptSource, 'commitSurfacedSignals'>;
  readonly untold: Untold;
  /** A model looks for what rules do not see (`WAGGLE_MEMORY_EXTRACTION`). */
  readonly hasModelExtraction: boolean;
  readonly clock: Clock;
}

/** The memory side of one turn: whose words are before it, and what is left to be remembered at its end. */
export interface MemoryOfTurn {
  readonly words: TurnWords;
  readonly reach: Promise<MemoryReach>;
  /** A step was written. */
  note(step: JournalStep): void;
  /** Messages were taken into the turn. */
  take(messages: readonly InboundMessage[]): void;
  /** These stand in the prompt. */
  show(shown: { readonly signals: readonly ImprovementSignal[]; readonly recalled: readonly Recalled[] }): void;
  /** The model has answered: the signals have been shown, and memories that the answer gives again were of use. */
  answered(text: string): void;
  /** What the person is to be told besides the answer: saves that failed, in this turn or after an earlier one. */
  troubles(wording: Wording): Promise<readonly string[]>;
  /** What the background lane is to remember, or null. */
  plan(answer: Pick<AgentResponse, 'toolsUsed'> & { readonly text: string }): BackgroundJob | null;
  /** Waits for what was begun. */
  settled(): Promise<void>;
}

export type BeginMemory = (job: TurnJob, log: Log) => MemoryOfTurn;

const SAVE_TOOL = 'save_memory';
/** Share of a memory's words in an answer from which on it was of use. */
const USED_SHARE = 0.7;
const NOT_SAVED = /^(?:Error executing \w+: )?(?:Not saved: )?/;
const UNKNOWN_TOOL = /^(?:Tool "[^"]+" not found|Error: Unknown tool)/;

export function createTurnMemory(deps: TurnMemoryDeps): BeginMemory {
  const { clock, untold } = deps;

  /** Only what an answer made use of counts as used, not what was shown. */
  const confirmUse = async (recalled: readonly Recalled[], answer: string, reach: MemoryReach) => {
    for (const store of ['personal', 'workspace'] as const) {
      const ids = recalled
        .filter((entry) => entry.store === store && shareOfWords(entry.frame.content, [answer]) >= USED_SHARE)
        .map(({ frame }) => frame.id);
      const view = viewOf(reach, store);
      if (view !== null && ids.length > 0) await deps.minds.confirmUse(view, ids, clock.now());
    }
  };

  return (job, log) => {
    const words = createTurnWords();
    const own: string[] = [];
    const missing = new Set<string>();
    const shown: ImprovementSignal[] = [];
    const recalled: Recalled[] = [];
    const running = new Set<Promise<void>>();
    let failure: ((wording: Wording) => string) | null = null;
    const reach = deps.reach.open(job, log);

    const noteTool = (name: string, result: string, failed: boolean) => {
      if (!OWN_WORDS.has(name)) words.note('outside', result);
      if (UNKNOWN_TOOL.test(result)) missing.add(name);
      if (name === SAVE_TOOL) failure = failed ? troubleIn(result) : null;
    };
    // A scheduled run may say nothing at all.
    const isScheduled = job.messages[0].scheduled !== undefined;
    const takeUntold = () =>
      untold.take(job.lane).catch((thrown: unknown) => {
        log.warn({ err: thrown }, 'what is yet to be told could not be read');
        return [];
      });
    const note = (step: JournalStep) => {
      const inner = step.type === 'agent' ? step.step : step;
      if (inner.type === 'toolEnd') noteTool(inner.name, inner.result, inner.failed);
    };
    const take = (messages: readonly InboundMessage[]) => {
      for (const message of messages) {
        noteMessage(message, job.byCommand === true, words);
        if (job.byCommand !== true) own.push(ownTextOf(message));
      }
    };

    // Group histories hold names that can be chosen. The newest lines are noted first.
    noteEarlier(job.history.toReversed(), job.address.kind === 'dm', words);
    for (const { text } of job.overheard ?? []) words.note('outside', text);
    take(job.messages);
    job.journal.forEach(note);
    const previous = job.history.findLast(({ role }) => role === 'assistant')?.content ?? '';

    return {
      words,
      reach,
      note,
      take,
      show: ({ signals, recalled: found }) => {
        shown.push(...signals);
        recalled.push(...found);
      },
      answered: (text) => {
        const commits = reach
          .then(async (known) => {
            await deps.source.commitSurfacedSignals(known, shown);
            await confirmUse(recalled, text, known);
          })
          .catch((thrown: unknown) => log.warn({ err: thrown }, 'what was shown of memory could not be marked'))
          .finally(() => running.delete(commits));
        running.add(commits);
      },
      troubles: async (wording) => {
        const earlier = isScheduled ? [] : await takeUntold();
        const told = earlier.map(({ sentence, whole }) => (whole ? sentence : notSaved(sentence, wording)));
        return failure === null ? told : [...told, failure(wording)];
      },
      plan: ({ text, toolsUsed }) =>
        planWriteBack({
          own: own.filter((line) => line.trim() !== '').join('\n'),
          previous,
          answer: text,
          toolsUsed,
          missingTools: [...missing],
          words,
          hasModel: deps.hasModelExtraction,
          now: clock.now(),
        }),
      settled: async () => {
        await Promise.all(running);
      },
    };
  };
}

const notSaved = (why: string, { text }: Wording) => text('memory-not-saved', { why });

/** What the person is told of a save that failed. */
function troubleIn(result: string): (wording: Wording) => string {
  const [line = ''] = result.replace(BLOCKED_PREFIX, '').trim().replace(NOT_SAVED, '').split('\n');
  if (line.startsWith(DONE_BUT)) return ({ text }) => text('error-wiki-stale', {});
  return (wording) => notSaved(line.slice(0, 300), wording);
}

function noteMessage(message: InboundMessage, byCommand: boolean, words: TurnWords): void {
  words.note('aside', message.sender.name);
  if (message.replyTo !== undefined) words.note('outside', message.replyTo);
  for (const part of message.parts) {
    if (part.type === 'file') {
      if (part.name !== undefined) words.note('outside', part.name);
      if (part.received !== undefined && 'path' in part.received)
        words.note('outside', part.received.text ?? part.received.path);
    } else if (part.forwarded === true) words.note('outside', part.text);
    else {
      const { own, foreign } = splitLines(part.text);
      words.note(byCommand ? 'assistant' : 'person', own);
      words.note('outside', foreign);
    }
  }
}
