import { CALL_QUOTAS } from '../loopPolicy/callQuotas.js';
import type { AgentTask } from './agentRecord.js';
import {
  noRoundsText,
  notAllowedText,
  tooDeepText,
  tooManyText,
  unknownModelText,
  unknownToolsText,
} from './agentTexts.js';
import type { RunBounds } from './callAgents.js';
import type { Inherited } from './inherited.js';
import { CUSTOM_ROLE, presetFor } from './roles.js';
import { SPAWN_TOOL } from './spawnTool.js';

/** Sub-agents within sub-agents (issue "runtime"): those of the turn are at depth 1. */
const MAX_DEPTH = 3;

/**
 * Why a sub-agent may not be started, as the model is told; null when it may.
 *
 * @param place its depth, how many the turn has had, and what its caller has left
 */
export function refusalOf(
  { model, role, tools = [] }: AgentTask,
  place: { readonly depth: number; readonly begun: number; readonly bounds: RunBounds },
  inherited: Pick<Inherited, 'conduct' | 'models' | 'tools'>,
): string | null {
  const { conduct, models, tools: offered } = inherited;
  const isBlocked = conduct.governance.blockedTools?.includes(SPAWN_TOOL) ?? false;
  if (isBlocked || offered.find(SPAWN_TOOL) === undefined) return notAllowedText();
  if (place.depth > MAX_DEPTH) return tooDeepText(MAX_DEPTH);
  if (place.begun >= CALL_QUOTAS.subAgent) return tooManyText(CALL_QUOTAS.subAgent);
  if (place.bounds.rounds < 1) return noRoundsText();
  if (model !== undefined && !models.includes(model)) return unknownModelText(model, models);
  if (presetFor(role).role !== CUSTOM_ROLE) return null;
  const unknown = tools.filter((name) => offered.find(name) === undefined);
  return unknown.length === 0 ? null : unknownToolsText(unknown, offered.names);
}
