import type { Pairing } from '../../access/pairing.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { Command } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';

/**
 * `/pair`: a stranger who sends it is shown the code to be let in by, before any command runs; whoever is in already is told so. The
 * owner lets the person behind a code in, as with `/approve`.
 */
export function createPairCommand({ pairing }: { readonly pairing: Pairing }): Command {
  return {
    spec: COMMAND_SPECS.pair,
    run: async ({ args, principal: { person, role }, wording: { text } }) => {
      if (args === '') return text('pair-known', { role });
      if (role !== 'owner') return text('not-for-you', {});
      const approved = await pairing.approve(args, person, 'member');
      if (approved === null) return text('code-unknown-ask', {});
      return text('approved', { name: escapeMarkdown(approved.name) });
    },
  };
}
