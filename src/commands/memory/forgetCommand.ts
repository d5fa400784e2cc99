import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { MemoryReach } from '../../core/memory/reach.js';
import { oneLineOf } from '../../runtime/recall/memoryLine.js';
import type { Command, CommandAnswer, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';
import { mayChange } from './mayChange.js';
import { findNamed, type MemoryCommandDeps, type SeenFrame, seenOn, shelfOf } from './memoryCall.js';

/** How many matches are offered to be forgotten. */
const MATCHES = 5;
const LINE_CHARS = 160;

export interface ForgetDeps extends MemoryCommandDeps {
  /** Deletes everything about the caller for good, everywhere; returns how many things that were. */
  readonly eraseEverything: (call: CommandCall) => Promise<number>;
}

/**
 * `/forget`: one memory by its name, or those that fit words, by a button each; it can be undone. `/forget me` deletes everything
 * about the person for good, once it was confirmed.
 */
export function createForgetCommand(deps: ForgetDeps): Command {
  const { minds, clock } = deps;

  const forgetOne = async (seen: SeenFrame, reach: MemoryReach, call: CommandCall): Promise<CommandAnswer | string> => {
    const { wording } = call;
    if (!mayChange(seen, call.principal, reach)) return wording.text('memory-not-yours', {});
    await minds.forget(seen.view, [seen.ref.id], clock.now());
    return {
      text: wording.text('forget-done', { name: seen.name }),
      choices: [{ label: wording.text('memory-button-restore', {}), command: `/memory restore ${seen.name}` }],
    };
  };

  const offer = async (reach: MemoryReach, call: CommandCall): Promise<CommandAnswer | string> => {
    const { args, wording, principal } = call;
    const shelf = shelfOf(reach);
    const found = await minds.search([shelf.view], { text: args, limit: MATCHES, now: clock.now() });
    const seen = seenOn(shelf, found).filter((one) => mayChange(one, principal, reach));
    if (seen.length === 0) return wording.text('memory-not-found', {});
    return {
      text: [
        wording.text('forget-which', {}),
        '',
        ...seen.map(
          ({ name, frame }) => `- \`${name}\` ${escapeMarkdown(oneLineOf(frame.content, LINE_CHARS), LINE_CHARS + 4)}`,
        ),
      ].join('\n'),
      choices: seen.map(({ name }) => ({ label: name, command: `/forget ${name}` })),
    };
  };

  return {
    spec: COMMAND_SPECS.forget,
    run: async (call) => {
      const { args, wording, address } = call;
      const wanted = args.toLowerCase().replace(/\s+/g, ' ');
      if (args === '') return wording.text('forget-how', {});
      if (wanted === 'me' || wanted === 'me now') {
        if (address.kind !== 'dm') return wording.text('forget-me-dm-only', {});
        if (wanted === 'me') {
          return {
            text: wording.text('forget-me-sure', {}),
            choices: [{ label: wording.text('forget-me-yes', {}), command: '/forget me now' }],
          };
        }
        return wording.text('forget-me-done', { n: String(await deps.eraseEverything(call)) });
      }
      const reach = await deps.openReach(call);
      const seen = await findNamed(args, reach, minds);
      return seen === null ? offer(reach, call) : forgetOne(seen, reach, call);
    },
  };
}
