import type { Persona } from '../personas/persona.js';
import { assembleToolPool, assembleWorkerPool } from '../personas/toolPool.js';
import { promptOf } from '../personas/turnPersonas.js';
import { WRITE_DISCIPLINE } from '../prompt/texts/personaTexts.js';
import { ASK_USER_TOOL } from '../tools/askUser.js';
import { asShown } from '../tools/deferred/asShown.js';
import { createToolSet, type ToolSet } from '../tools/toolSet.js';
import type { AgentTask } from './agentRecord.js';
import type { Inherited } from './inherited.js';
import { roleMeant } from './roles.js';
import { SPAWN_TOOL } from './spawnTool.js';

/** Model calls of a sub-agent where the task names no number (spec runtime 7.12). */
const DEFAULT_TURNS = 50;

/** What a persona has for the chat: nobody sees a sub-agent's. */
const FOR_THE_CHAT: ReadonlySet<string> = new Set(['offer_choices', 'send_file', ASK_USER_TOOL]);

/** What follows from the role of a sub-agent. */
export interface AgentKit {
  /** Of the prompt: who it is and how it works. */
  readonly role: string;
  readonly brief: string;
  readonly tools: ToolSet;
  /** What those may be given that it starts itself: never more than a persona's rules leave it. */
  readonly toHandOn: ToolSet;
  /** Model calls, before the bounds of its caller. */
  readonly rounds: number;
}

/**
 * What a sub-agent gets for its role, out of what its caller may hand on: the tools of a preset; or a persona's prompt, the tools
 * that its lists, denylist and read-only rule leave, and its rounds.
 */
export function agentKit(
  task: Pick<AgentTask, 'role' | 'tools' | 'maxTurns'>,
  offered: ToolSet,
  { personas, log }: Pick<Inherited, 'personas' | 'log'>,
): AgentKit {
  const meant = roleMeant(task.role, task.tools ?? [], personas.find);
  const all = offered.names.flatMap((name) => offered.find(name) ?? []);
  const setOf = (tools: typeof all) => createToolSet(tools, [], log);
  if (meant.kind === 'persona') {
    const { persona } = meant;
    const tools = setOf(assembleToolPool(all, persona).filter(({ name }) => !FOR_THE_CHAT.has(name)));
    return {
      role: persona.id,
      brief: personaBrief(persona, tools),
      tools,
      toHandOn: setOf(assembleWorkerPool(all, persona, SPAWN_TOOL)),
      rounds: task.maxTurns ?? personas.roundsFor(persona, DEFAULT_TURNS),
    };
  }
  const { role } = meant;
  // A persona that has gone since the sub-agent was begun: it can do nothing any more but say what it has.
  const [names, brief] = meant.kind === 'unknown' ? [[], ''] : [meant.tools, meant.brief];
  const tools = setOf(names.flatMap((name) => offered.find(name) ?? []).map(asShown));
  return { role, brief, tools, toHandOn: offered, rounds: task.maxTurns ?? DEFAULT_TURNS };
}

function personaBrief(persona: Persona, tools: ToolSet): string {
  const { systemPrompt } = promptOf(persona, tools.names);
  return persona.isReadOnly ? systemPrompt : `${WRITE_DISCIPLINE}\n\n${systemPrompt}`;
}
