import { CALL_QUOTAS } from '../loopPolicy/callQuotas.js';
import type { ToolSet } from '../tools/toolSet.js';
import type { AgentTask } from './agentRecord.js';
import {
  noRoundsText,
  notAllowedText,
  tooDeepText,
  tooManyText,
  unknownModelText,
  unknownPersonaText,
  unknownToolsText,
} from './agentTexts.js';
import type { RunBounds } from './callAgents.js';
import type { Inherited } from './inherited.js';
import { CUSTOM_ROLE, roleMeant } from './roles.js';
import { SPAWN_TOOL } from './spawnTool.js';

/** Sub-agents within sub-agents (issue "runtime"): those of the turn are at depth 1. */
const MAX_DEPTH = 3;

/**
 * Why a sub-agent may not be started, as the model is told; null when it may.
 *
 * @param place its depth, how many the turn has had, what its caller has left, and the tools that it may hand on
 */
export function refusalOf(
  { model, role, tools = [] }: AgentTask,
  place: { readonly depth: number; readonly begun: number; readonly bounds: RunBounds; readonly tools: ToolSet },
  inherited: Pick<Inherited, 'conduct' | 'models' | 'personas'>,
): string | null {
  const { conduct, models, personas } = inherited;
  const offered = place.tools;
  const isBlocked = conduct.governance.blockedTools?.includes(SPAWN_TOOL) ?? false;
  if (isBlocked || offered.find(SPAWN_TOOL) === undefined) return notAllowedText();
  if (place.depth > MAX_DEPTH) return tooDeepText(MAX_DEPTH);
  if (place.begun >= CALL_QUOTAS.subAgent) return tooManyText(CALL_QUOTAS.subAgent);
  if (place.bounds.rounds < 1) return noRoundsText();
  if (model !== undefined && !models.includes(model)) return unknownModelText(model, models);
  const meant = roleMeant(role, tools, personas.find);
  if (meant.kind === 'unknown') return unknownPersonaText(meant.role);
  if (meant.role !== CUSTOM_ROLE) return null;
  const unknown = tools.filter((name) => offered.find(name) === undefined);
  return unknown.length === 0 ? null : unknownToolsText(unknown, offered.names);
}
