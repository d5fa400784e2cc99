import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { ToolDefinition, TurnScope } from '../tools/toolDefinition.js';
import { createDistillationTools } from './distillationTools.js';
import type { Skill } from './skill.js';
import { createSkillActions } from './skillActions.js';
import { buildSkillIndex } from './skillIndex.js';
import { createSkillLibrary, type SkillLibrary } from './skillLibrary.js';
import { skillOwnerOf } from './skillOwner.js';
import { createSkillTool } from './skillTool.js';
import { createSkillWriter, type SkillWriter } from './skillWriter.js';

/** The skills of a gateway. */
export interface Skills {
  readonly library: SkillLibrary;
  readonly writer: SkillWriter;
  /** For the model, in turns. */
  readonly tool: ToolDefinition;
  /** For background jobs that make a skill of a finished task. */
  readonly distillationTools: readonly ToolDefinition[];
  /** The index for the prompt of a turn with these tools. */
  indexFor(scope: TurnScope, tools: readonly string[]): Promise<string>;
  /** Slugs of what a turn can use; outside one, of everybody's. */
  slugsFor(scope: TurnScope | null): Promise<readonly string[]>;
  /** Everybody's skills as they were when the gateway started: what menus list. */
  readonly atStart: readonly Skill[];
}

/** Opens the skills in a data directory, and those that come with the product. What cannot be used is logged. */
export async function openSkills(deps: {
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}): Promise<Skills> {
  const { dataDir, clock, log } = deps;
  const library = createSkillLibrary({ dataDir });
  const writer = createSkillWriter(library);
  const actions = createSkillActions({ library, writer, dataDir, clock });
  const atStart = await library.everybodys();
  for (const { slug, problems } of await library.brokenOfEverybody()) {
    log.warn({ skill: slug, problems }, 'a skill cannot be used');
  }
  const listFor = ({ principal, address }: TurnScope) => library.list(skillOwnerOf(principal, address));
  return {
    library,
    writer,
    tool: createSkillTool(actions),
    distillationTools: createDistillationTools(actions),
    indexFor: async (scope, tools) => buildSkillIndex(await listFor(scope), tools),
    slugsFor: async (scope) => {
      const skills = scope === null ? await library.everybodys() : await listFor(scope);
      return skills.map(({ slug }) => slug);
    },
    atStart,
  };
}
