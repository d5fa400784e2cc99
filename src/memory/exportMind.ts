import type { ExportedFrame, ExportedMind } from '../core/memory/exported.js';
import type { FrameScope, MemoryFrame } from '../core/memory/frame.js';
import type { MindView } from '../core/memory/reach.js';
import type { Minds } from '../core/ports/minds.js';
import type { People } from '../core/ports/people.js';
import type { ScheduleStore } from '../core/ports/scheduleStore.js';
import { scheduleIdOf } from '../core/schedule.js';

const PAGE = 500;

const exported = (frame: MemoryFrame): ExportedFrame => ({
  content: frame.content,
  importance: frame.importance,
  source: frame.source,
  trust: frame.trust,
  scope: frame.scope,
  createdAt: new Date(frame.createdAt).toISOString(),
  ...(frame.fact === undefined ? {} : { fact: frame.fact }),
});

/** All memories of a view that are in force, oldest first. */
export async function exportFrames(
  minds: Pick<Minds, 'list'>,
  view: MindView,
  author?: string,
): Promise<readonly ExportedFrame[]> {
  const frames: MemoryFrame[] = [];
  for (;;) {
    const after = frames.at(-1)?.id;
    const page = await minds.list(view, {
      order: 'newest',
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
      ...(author === undefined ? {} : { author }),
    });
    frames.push(...page);
    if (page.length < PAGE) return frames.map(exported).reverse();
  }
}

/** What is remembered of a person, everywhere, with what he set for himself. */
export async function exportPerson(
  person: string,
  deps: {
    readonly minds: Minds;
    readonly people: People;
    readonly schedules: Pick<ScheduleStore, 'list'>;
    readonly now: number;
  },
): Promise<ExportedMind> {
  const { minds, people, schedules, now } = deps;
  const { accounts } = await people.traceOf(person);
  const own: readonly FrameScope[] = ['private', 'shared'];
  const inWorkspaces: ExportedMind['inWorkspaces'] = [];
  for (const mind of await minds.all()) {
    if (mind.kind !== 'workspace') continue;
    const scopes = await minds.scopesOf(mind);
    const memories: ExportedFrame[] = [];
    for (const author of new Set([person, ...accounts])) {
      memories.push(...(await exportFrames(minds, { mind, scopes }, author)));
    }
    if (memories.length > 0) inWorkspaces.push({ workspace: mind.workspace, memories });
  }
  return {
    format: 'waggle-memory-1',
    exportedAt: new Date(now).toISOString(),
    accounts: [...accounts],
    settings: { ...(await people.settings(person)) },
    memories: [...(await exportFrames(minds, { mind: { kind: 'person', person }, scopes: own }))],
    inWorkspaces,
    schedules: (await schedules.list({ person, group: null, seesAll: false })).map((one) => ({
      id: scheduleIdOf(one.no),
      rule: one.rule,
      timeZone: one.zone,
      prompt: one.prompt,
      lane: one.lane,
    })),
  };
}
