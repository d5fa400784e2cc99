import { z } from 'zod';
import { silentLog } from '../../../src/core/log.js';
import { createHookRegistry } from '../../../src/runtime/hooks/hookRegistry.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { describeConformance } from '../conformanceCases.js';

const caseSchema = z.object({
  hooks: z.array(z.enum(['throws', 'cancels', 'cancel', 'allows', 'allow', 'passes'])).exactOptional(),
  scopedTo: z.string().exactOptional(),
  contextWorkspace: z.string().nullish(),
});

/** Whether the tool is kept from running; for a scoped hook, which cancels, that is whether it ran. */
describeConformance('hooks.fire', async (input) => {
  const { hooks: kinds = [], scopedTo, contextWorkspace } = caseSchema.parse(input);
  const hooks = createHookRegistry({ clock: createFakeClock(), log: silentLog });
  for (const kind of kinds) {
    hooks.on('pre:tool', () => {
      if (kind === 'throws') throw new Error('broken');
      return { cancel: kind.startsWith('cancel') };
    });
  }
  if (scopedTo !== undefined) hooks.onScoped('pre:tool', { workspaceId: scopedTo }, () => ({ cancel: true }));
  const place = { workspaceId: contextWorkspace ?? undefined };
  return (await hooks.fire('pre:tool', { ...place, toolName: 'x', args: {} }, new AbortController().signal)).cancelled;
});
