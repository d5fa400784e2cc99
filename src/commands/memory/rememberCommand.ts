import { toWaggleError } from '../../core/errors.js';
import { writeRef } from '../../runtime/recall/frameRef.js';
import { scanForInjection } from '../../runtime/safety/scanForInjection.js';
import type { Command } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';
import type { MemoryCommandDeps } from './memoryCall.js';

/** `/remember`: keeps a sentence as the person wrote it: in a direct chat for himself, in a group for the chat. */
export function createRememberCommand({ minds, openReach, clock, log }: MemoryCommandDeps): Command {
  return {
    spec: COMMAND_SPECS.remember,
    run: async (call) => {
      const { args, wording } = call;
      if (args === '') return wording.text('remember-how', {});
      if (!scanForInjection(args, 'user_input').safe) return wording.text('memory-refused', {});
      const { home, author, chat, isGroup } = await openReach(call);
      const store = home.mind.kind === 'person' ? 'personal' : 'workspace';
      try {
        const saved = await minds.save(home.mind, {
          content: args,
          importance: 'normal',
          source: 'user_stated',
          trust: 2,
          author,
          scope: home.scope,
          chat,
          now: clock.now(),
        });
        const name = writeRef({ store, id: saved.id });
        if (saved.outcome === 'known') return wording.text('remember-known', { name });
        const { conflicts } = saved;
        const done = wording.text(isGroup ? 'remember-done-group' : 'remember-done', { name });
        const forget = { label: wording.text('memory-button-forget', {}), command: `/forget ${name}` };
        if (conflicts.length === 0) return { text: done, choices: [forget] };
        const others = conflicts.map(({ id }) => `\`${writeRef({ store, id })}\``).join(', ');
        return {
          text: `${done}\n\n⚠ ${wording.text('memory-conflicts-with', { others })}`,
          choices: [{ label: wording.text('memory-button-keep', {}), command: `/memory keep ${name}` }, forget],
        };
      } catch (thrown) {
        const error = toWaggleError(thrown);
        log.error({ err: error, lane: call.lane }, '/remember failed');
        return wording.error(error).sentence;
      }
    },
  };
}
