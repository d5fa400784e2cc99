import { createAgentTools } from './agents/agentTools.js';
import { createAcquireCapability } from './capabilities/acquireCapability.js';
import type { CapabilityRouter } from './capabilities/capabilityRoute.js';
import { createConnectorTools } from './connectors/connectorTools.js';
import type { McpStatus } from './mcp/mcpServer.js';
import type { ScheduleBook } from './schedules/scheduleBook.js';
import { createAskUser } from './tools/askUser.js';
import { createAudioAnalyze } from './tools/audioAnalyze.js';
import { createToolSearch } from './tools/deferred/toolSearch.js';
import { createGetTime } from './tools/getTime.js';
import type { GitNetworkDeps } from './tools/git/gitNetwork.js';
import { createGitTools } from './tools/gitTools.js';
import { createOfferChoices } from './tools/offerChoices.js';
import { createPlanTools, type PlanToolDeps } from './tools/planTools.js';
import { createScheduleTools } from './tools/schedules/scheduleTools.js';
import { createSendFile } from './tools/sendFile.js';
import type { ToolDefinition, TurnScope } from './tools/toolDefinition.js';
import { createWorkspaceTools, type WorkspaceToolDeps } from './tools/workspaceTools.js';
import type { SpeechToText } from './voice/speechToText.js';
import { createWorkflowTools } from './workflows/workflowTools.js';

/** What the gateway's own tools are made of. */
export interface OwnToolParts extends WorkspaceToolDeps, PlanToolDeps {
  readonly timeZone: string;
  readonly git: GitNetworkDeps['network'];
  readonly documents: readonly ToolDefinition[];
  readonly web: readonly ToolDefinition[];
  readonly memory: readonly ToolDefinition[];
  /** Null: no speech model is set up. */
  readonly speech: SpeechToText | null;
  readonly hasCoordinator: boolean;
  readonly skills: { readonly tool: ToolDefinition; slugsFor(scope: TurnScope | null): Promise<readonly string[]> };
  /** Null: nothing can be scheduled. */
  readonly schedules: ScheduleBook | null;
  readonly mcpStatus: () => readonly McpStatus[];
  readonly router: () => CapabilityRouter;
}

/** The gateway's own tools, whether one can be used now or not; `docs/tools.md` lists them. */
export function createOwnTools(parts: OwnToolParts): readonly ToolDefinition[] {
  const { dataDir, sandbox, git: network, speech, schedules, skills, clock } = parts;
  return [
    createGetTime(parts),
    createSendFile(parts),
    ...createWorkspaceTools(parts),
    ...createGitTools({ dataDir, sandbox, network }),
    ...parts.documents,
    ...parts.web,
    ...(speech === null ? [] : [createAudioAnalyze({ dataDir, speech })]),
    ...parts.memory,
    ...createPlanTools(parts),
    ...createAgentTools({ clock }),
    ...createWorkflowTools({ hasCoordinator: parts.hasCoordinator, skills: skills.slugsFor }),
    skills.tool,
    ...(schedules === null ? [] : createScheduleTools(schedules)),
    createOfferChoices(),
    createToolSearch(),
    ...createConnectorTools(parts),
    createAcquireCapability(parts),
    createAskUser(),
  ];
}
