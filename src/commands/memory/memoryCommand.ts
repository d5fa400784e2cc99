import { toWaggleError } from '../../core/errors.js';
import type { MemoryReach } from '../../core/memory/reach.js';
import { writeRef } from '../../runtime/recall/frameRef.js';
import { scanForInjection } from '../../runtime/safety/scanForInjection.js';
import type { Command, CommandAnswer, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';
import { describeOne, describePage, PAGE_SIZE } from './describeMemory.js';
import { mayChange } from './mayChange.js';
import { findNamed, type MemoryCommandDeps, type SeenFrame, seenOn, shelfOf } from './memoryCall.js';

type Answer = string | CommandAnswer;

interface Named {
  readonly call: CommandCall;
  readonly reach: MemoryReach;
  readonly seen: SeenFrame;
  /** What follows the name. */
  readonly rest: string;
}

/**
 * `/memory`: what the assistant knows here, page by page; a look at one; and what the person does about it. What follows is searched
 * for, unless it names a memory or begins with a word of the commands.
 */
export function createMemoryCommand(deps: MemoryCommandDeps): Command {
  const { minds, clock } = deps;

  const list = async (call: CommandCall, reach: MemoryReach, after: number | null): Promise<Answer> => {
    const { wording } = call;
    const shelf = shelfOf(reach);
    const { view } = shelf;
    const place = call.address.kind === 'dm' ? 'own' : 'group';
    const found = await minds.list(view, {
      order: 'newest',
      limit: PAGE_SIZE + 1,
      ...(after === null ? {} : { after }),
    });
    if (found.length === 0) return wording.text(after === null ? `memory-none-${place}` : 'memory-no-more', {});
    const frames = seenOn(shelf, found.slice(0, PAGE_SIZE));
    const last = frames.at(-1)?.frame.id ?? 0;
    const { frames: total } = await minds.stats(view);
    return describePage(
      { frames, next: found.length > PAGE_SIZE ? `/memory after ${last}` : null, isFirst: after === null, total },
      wording.text(`memory-title-${place}`, { n: String(total) }),
      wording,
    );
  };

  const search = async (call: CommandCall, reach: MemoryReach, text: string): Promise<Answer> => {
    const { wording } = call;
    const shelf = shelfOf(reach);
    const found = await minds.search([shelf.view], { text, limit: PAGE_SIZE, now: clock.now() });
    if (found.length === 0) return wording.text('memory-not-found', {});
    const frames = seenOn(shelf, found);
    return describePage(
      { frames, next: null, isFirst: false, total: null },
      wording.text('memory-found', { n: String(frames.length) }),
      wording,
    );
  };

  const show = ({ call, reach, seen }: Named): Answer =>
    describeOne(seen, mayChange(seen, call.principal, reach), call.wording);

  const setScope = async ({ call, seen }: Named, scope: 'shared' | 'private'): Promise<Answer> => {
    if (seen.ref.store !== 'personal' || call.address.kind !== 'dm')
      return call.wording.text('memory-share-own-only', {});
    await minds.setScope(seen.view, [seen.ref.id], scope);
    return call.wording.text(`memory-now-${scope}`, { name: seen.name });
  };

  const correct = async ({ call, reach, seen, rest }: Named): Promise<Answer> => {
    const { wording } = call;
    if (rest === '') return wording.text('memory-correct-how', { name: seen.name });
    if (!scanForInjection(rest, 'user_input').safe) return wording.text('memory-refused', {});
    const { importance, scope } = seen.frame;
    try {
      const saved = await minds.correct(seen.view, seen.ref.id, {
        content: rest,
        importance: importance === 'temporary' || importance === 'deprecated' ? 'normal' : importance,
        source: 'user_stated',
        trust: 3,
        author: reach.author,
        scope,
        now: clock.now(),
      });
      return wording.text('memory-corrected', { name: writeRef({ store: seen.ref.store, id: saved.id }) });
    } catch (thrown) {
      const error = toWaggleError(thrown);
      deps.log.error({ err: error, lane: call.lane }, 'a memory could not be corrected');
      return wording.error(error).sentence;
    }
  };

  const words: Readonly<Record<string, (named: Named) => Promise<Answer>>> = {
    share: (named) => setScope(named, 'shared'),
    unshare: (named) => setScope(named, 'private'),
    correct,
    keep: async ({ call, seen }) => {
      const ended = await minds.settle(seen.view, seen.ref.id, clock.now());
      return call.wording.text('memory-settled', { name: seen.name, n: String(ended) });
    },
    restore: async ({ call, seen }) => {
      await minds.restore(seen.view, [seen.ref.id], clock.now());
      return call.wording.text('memory-restored', { name: seen.name });
    },
  };

  return {
    spec: COMMAND_SPECS.memory,
    run: async (call) => {
      const { args, wording } = call;
      const reach = await deps.openReach(call);
      if (args === '') return list(call, reach, null);
      const [first = '', second = '', ...others] = args.split(/\s+/);
      if (first.toLowerCase() === 'after' && /^\d+$/.test(second) && others.length === 0) {
        return list(call, reach, Number(second));
      }
      const alone = second === '' ? await findNamed(first, reach, minds) : null;
      if (alone !== null) return show({ call, reach, seen: alone, rest: '' });
      const act = words[first.toLowerCase()];
      const seen = act === undefined ? null : await findNamed(second, reach, minds);
      if (act === undefined || seen === null) return search(call, reach, args);
      if (!mayChange(seen, call.principal, reach)) return wording.text('memory-not-yours', {});
      return act({ call, reach, seen, rest: args.slice(args.indexOf(second) + second.length).trim() });
    },
  };
}
