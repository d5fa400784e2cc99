import type { ContextFrames } from '../assembler/contextFrames.js';
import type { Frame, Importance } from '../assembler/frames.js';

const MAX_FRAMES = 5;
const MAX_FRAME_CHARS = 200;
const MAX_TASKS = 10;
const MAX_ENTITIES = 10;
const MAX_PREFERENCES = 5;

/** What is loaded unasked, and from which mind the frames are. */
export interface PreloadedContext extends ContextFrames {
  readonly scope: 'personal' | 'workspace';
}

const RANK: Readonly<Record<Importance, number>> = {
  critical: 3,
  important: 2,
  normal: 1,
  temporary: 0,
  deprecated: 0,
};

/** Temporary frames are left out besides deprecated ones: they hold what must not come back as a fact. */
function choose(frames: readonly Frame[]): readonly Frame[] {
  return frames
    .filter(({ importance }) => importance !== 'deprecated' && importance !== 'temporary')
    .sort((a, b) => RANK[b.importance] - RANK[a.importance] || b.id - a.id)
    .slice(0, MAX_FRAMES);
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`## ${title}`, ...lines].join('\n');
}

/** One line, so that a memory cannot look like a part of the prompt. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The recent context as text, or '' when there is none (spec: agent runtime 5.2). How to use it stands in the system message. */
export function describePreloaded(context: PreloadedContext): string {
  const { scope } = context;
  const tasks = [...context.activeWork].sort((a, b) => b.priority - a.priority).slice(0, MAX_TASKS);
  // What a person likes and said in a group is of this group; what they said elsewhere is not seen here.
  const whose = scope === 'workspace' ? ' (of the speaker, here)' : '';
  const sections = [
    section(
      `Recent ${scope === 'workspace' ? 'Workspace' : 'Personal'} Memory`,
      choose([...context.stateFrames, ...context.recentChanges]).map(
        ({ importance, text }) => `- [${importance}] ${oneLine(text).slice(0, MAX_FRAME_CHARS)}`,
      ),
    ),
    section(
      'Active Tasks & State',
      tasks.map(({ category, content }) => `- [${category}] ${oneLine(content).slice(0, MAX_FRAME_CHARS)}`),
    ),
    section(
      'Key Knowledge',
      context.keyEntities.slice(0, MAX_ENTITIES).map((line) => `- ${oneLine(line)}`),
    ),
    section(
      `Personal Preferences${whose}`,
      context.personalPreferences.slice(0, MAX_PREFERENCES).map((line) => `- ${oneLine(line)}`),
    ),
  ].filter((text) => text !== '');
  if (sections.length === 0) return '';
  return ['# Context From Your Memory', ...sections].join('\n');
}
