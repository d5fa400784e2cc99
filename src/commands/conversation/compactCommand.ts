import type { CompactNow } from '../../runtime/compaction/compactNow.js';
import type { HistorySize } from '../../runtime/compaction/compactor.js';
import type { Command, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';

export interface CompactDeps {
  /** Null: the demo model answers, which cannot summarise. */
  readonly compactNow: CompactNow | null;
  /** Id of the model that answers where a command was called. */
  readonly modelHere: (call: CommandCall) => Promise<string>;
  /** Id of the persona that answers there; null: nobody in particular. */
  readonly personaHere: (call: CommandCall) => Promise<string | null>;
}

/** `/compact`: has the model sum up the earlier part of the conversation now, not when it has grown too long. */
export function createCompactCommand({ compactNow, modelHere, personaHere }: CompactDeps): Command {
  return {
    spec: COMMAND_SPECS.compact,
    run: async (call) => {
      const { lane, address, principal, wording } = call;
      if (compactNow === null) return wording.text('no-model', {});
      return {
        answerIn: async (turn) => {
          const [model, persona] = await Promise.all([modelHere(call), personaHere(call)]);
          const say = wording.text;
          const result = await compactNow({ ...turn, lane, address, principal, model, persona, say });
          const figures = ({ lines, tokens }: HistorySize) => ({
            n: String(lines),
            tokens: tokens.toLocaleString(wording.language),
          });
          if (result.kind === 'nothing') return say('compact-nothing', figures(result.size));
          if (result.kind === 'failed') {
            const why = result.failure === null ? '' : wording.error(result.failure.toUserFacing()).sentence;
            return say('compact-failed', { why });
          }
          const { before, after } = result;
          const [was, is] = [figures(before), figures(after)];
          return say('compact-done', { was: was.n, wasTokens: was.tokens, n: is.n, tokens: is.tokens });
        },
      };
    },
  };
}
