import { createCorrectKnowledge, createQueryKnowledge } from './memory/knowledgeTools.js';
import { createMemoryForget, createMemoryRecall } from './memory/memoryByRef.js';
import { createSaveMemory } from './memory/saveMemory.js';
import { createSearchAllWorkspaces, createSearchMemory } from './memory/searchMemory.js';
import { createAddTask, createGetAwareness, createGetIdentity } from './memory/selfTools.js';
import { createSessionNote, createSessionSearch } from './memory/sessionTools.js';
import type { MemoryToolDeps } from './memory/toolReach.js';
import type { ToolDefinition } from './toolDefinition.js';

/** The tools over the minds of a turn and over its conversations (contract: agent runtime 6; spec runtime 8). */
export function createMemoryTools(deps: MemoryToolDeps): readonly ToolDefinition[] {
  return [
    createSaveMemory(deps),
    createSearchMemory(deps),
    createSearchAllWorkspaces(deps),
    createMemoryRecall(deps),
    createMemoryForget(deps),
    createGetIdentity(deps),
    createGetAwareness(deps),
    createQueryKnowledge(deps),
    createAddTask(deps),
    createCorrectKnowledge(deps),
    createSessionSearch(deps),
    createSessionNote(deps),
  ];
}

/** Tools whose results are our own words or memories: everything else that a tool says comes from outside. */
export const OWN_WORDS: ReadonlySet<string> = new Set([
  'save_memory',
  'search_memory',
  'search_all_workspaces',
  'memory_recall',
  'memory_forget',
  'get_identity',
  'get_awareness',
  'query_knowledge',
  'add_task',
  'correct_knowledge',
  'session_note',
  'get_time',
]);
