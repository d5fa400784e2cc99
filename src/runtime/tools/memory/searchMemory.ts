import { z } from 'zod';
import { IMPORTANCES } from '../../../core/memory/frame.js';
import type { MindView } from '../../../core/memory/reach.js';
import type { FoundFrame } from '../../../core/ports/minds.js';
import { dayOf, memoryLine, oneLineOf, type Recalled } from '../../recall/memoryLine.js';
import { storeOf, viewsOf } from '../../recall/recallMemory.js';
import { withoutPoisoned } from '../../safety/withoutPoisoned.js';
import { defineTool, READS_HERE, type ToolDefinition, type TurnScope } from '../toolDefinition.js';
import { type MemoryToolDeps, scopeOf } from './toolReach.js';

/** Hits of the person's mind at most where a workspace answers too. */
const PERSONAL_IN_WORKSPACE = 3;
/** Of each mind, where all are searched. */
const PER_MIND = 5;
const LINE_CHARS = 600;
const NOTHING = 'Nothing found in memory.';

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional();

const timeOf = (date: string | undefined, plusMs: number) => {
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) ? null : at + plusMs;
};

/** What the model is given is noted as memory, so that it is not saved again as news. */
function tell(found: readonly Recalled[], scope: TurnScope): string {
  if (found.length === 0) return NOTHING;
  for (const { frame } of found) scope.words.note('memory', frame.content);
  return found.map((entry) => memoryLine(entry, LINE_CHARS)).join('\n');
}

const toRecalled = (frame: FoundFrame): Recalled => ({ store: storeOf(frame), frame });

export function createSearchMemory({ minds, clock, log }: MemoryToolDeps): ToolDefinition {
  return defineTool({
    ...READS_HERE,
    name: 'search_memory',
    description:
      'Search long-term memory. Use it before you say that you do not know something about the user or their work. Lines begin with reference, date, source and trust.',
    args: z.object({
      query: z.string().max(500).describe('Empty gives the newest.'),
      scope: z.enum(['all', 'personal', 'workspace']).default('all'),
      limit: z.number().int().min(1).max(20).default(10),
      profile: z.enum(['balanced', 'recent', 'important', 'connected']).default('balanced'),
      importance: z.array(z.enum(IMPORTANCES)).max(5).optional(),
      since: day.describe('YYYY-MM-DD'),
      until: day.describe('YYYY-MM-DD'),
    }),
    execute: async ({ query, scope: which, limit, profile, importance, since, until }, context) => {
      const scope = scopeOf(context);
      const { memory } = scope;
      const views = viewsOf(memory).filter(
        ({ mind }) => which === 'all' || (mind.kind === 'person') === (which === 'personal'),
      );
      const [from, to] = [timeOf(since, 0), timeOf(until, 86_400_000 - 1)];
      const found = await minds.search(views, {
        text: query,
        limit,
        profile,
        ...(importance === undefined ? {} : { importance }),
        ...(from === null ? {} : { since: from }),
        ...(to === null ? {} : { until: to }),
        now: clock.now(),
      });
      const entries = found.map(toRecalled);
      const isCapped = which === 'all' && memory.isGroup;
      const personal = entries
        .filter(({ store }) => store === 'personal')
        .slice(0, isCapped ? PERSONAL_IN_WORKSPACE : limit);
      const kept = entries.filter((entry) => entry.store === 'workspace' || personal.includes(entry));
      return tell(withoutPoisoned(kept, log), scope);
    },
  });
}

export function createSearchAllWorkspaces({ minds, reach, clock, log }: MemoryToolDeps): ToolDefinition {
  return defineTool({
    ...READS_HERE,
    name: 'search_all_workspaces',
    deferred: true,
    description:
      'Search what all workspaces of the user share, and their own memory. In a group it sees that group alone.',
    args: z.object({ query: z.string().max(500) }),
    execute: async ({ query }, context) => {
      const scope = scopeOf(context);
      const { memory } = scope;
      const others = memory.isGroup ? [] : await reach.workspacesOf(memory.person);
      const views = new Map<string, MindView>(viewsOf(memory).map((view) => [JSON.stringify(view.mind), view]));
      const own = new Set(views.keys());
      for (const workspace of others) {
        const mind = { kind: 'workspace', workspace } as const;
        if (!own.has(JSON.stringify(mind))) views.set(JSON.stringify(mind), { mind, scopes: ['shared'] });
      }
      const lists = await Promise.all(
        [...views.values()].map((view) => minds.search([view], { text: query, limit: PER_MIND, now: clock.now() })),
      );
      const lines = lists.flat().flatMap((frame) => {
        const [entry] = withoutPoisoned([toRecalled(frame)], log);
        if (entry === undefined) return [];
        scope.words.note('memory', frame.content);
        if (own.has(JSON.stringify(frame.mind))) return [memoryLine(entry, LINE_CHARS)];
        return [`- [another workspace; ${dayOf(frame.createdAt)}] ${oneLineOf(frame.content, LINE_CHARS)}`];
      });
      return lines.length === 0 ? NOTHING : lines.join('\n');
    },
  });
}
