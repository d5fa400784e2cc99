import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { PriorConversation, Transcripts } from '../../core/ports/transcripts.js';
import { scanForInjection } from '../safety/scanForInjection.js';
import type { TurnScope } from '../tools/toolDefinition.js';
import { noteEarlier } from '../walls/splitLines.js';
import { inTime } from './inTime.js';

/** Lines that are asked for: three exchanges are more than the block has room for. */
const LINES = 6;

/**
 * Gives the end of the person's conversation before this one for the prompt of a turn; null in groups, where nothing was said, and where
 * the live thread holds the same turns. Never rejects.
 */
export type PriorLoader = (
  scope: TurnScope,
  history: readonly { readonly turn: string }[],
  log: Log,
) => Promise<PriorConversation | null>;

export function createPriorLoader(deps: {
  readonly transcripts: Pick<Transcripts, 'prior'>;
  readonly clock: Clock;
}): PriorLoader {
  const load = async ({ lane, memory, words }: TurnScope, history: Parameters<PriorLoader>[1]) => {
    const found = await inTime(deps.transcripts.prior({ person: memory.person, lane, limit: LINES }), deps.clock);
    const live = new Set(history.map(({ turn }) => turn));
    if (found === null || found.lines.some(({ turn }) => live.has(turn))) return null;
    const prior = {
      ...found,
      lines: found.lines.filter(({ content }) => content.trim() !== '' && isClean(content)),
      notes: found.notes.filter(({ content }) => isClean(content)),
    };
    noteEarlier(prior.lines.toReversed(), true, words);
    for (const { content } of prior.notes) words.note('assistant', content);
    return prior;
  };

  return async (scope, history, log) => {
    if (scope.memory.isGroup) return null;
    try {
      return await load(scope, history);
    } catch (thrown) {
      log.warn({ err: thrown }, 'the conversation before this one could not be read');
      return null;
    }
  };
}

/** An answer may repeat what a page said. */
const isClean = (text: string) => scanForInjection(text, 'tool_output').safe;
