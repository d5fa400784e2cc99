import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import type { Face } from '../core/ports/egress.js';
import type { Minds } from '../core/ports/minds.js';
import type { SessionNotes } from '../core/ports/sessionNotes.js';
import type { ToolPolicy } from '../core/ports/toolPolicy.js';
import type { TraceStore } from '../core/ports/traces.js';
import type { Transcripts } from '../core/ports/transcripts.js';
import type { RunBackground, RunTurn } from '../core/ports/turnRunner.js';
import type { Untold } from '../core/ports/untold.js';
import type { BudgetPolicy, UsageStore } from '../core/ports/usage.js';
import type { Whereabouts } from '../core/ports/whereabouts.js';
import type { Redactor } from '../core/secrets/redactor.js';
import { createMinds } from '../memory/minds.js';
import { ROLE_NAMES } from './agents/roles.js';
import { createRunBackground } from './background/runBackground.js';
import { createCapabilityRouter } from './capabilities/capabilityRouter.js';
import { type CompactNow, createCompactNow } from './compaction/compactNow.js';
import { createCompactor } from './compaction/compactor.js';
import { createMemoryFlush } from './compaction/flushMemory.js';
import { createTokenCounter } from './compaction/tokenCounter.js';
import { FREE } from './cost/prices.js';
import type { BudgetDeps } from './cost/withBudget.js';
import { createDemoFetch, DEMO_BASE_URL, DEMO_MODEL } from './demo/demoFetch.js';
import { demoTools } from './demo/demoTools.js';
import { createCompletionChecks } from './gates/completionChecks.js';
import { createChatClient, randomJitter } from './llm/chatClient.js';
import { longestCallMs } from './llm/retryPolicy.js';
import { withoutSecrets } from './llm/withoutSecrets.js';
import { type McpServers, openMcpServers } from './mcp/mcpServers.js';
import type { McpServerOptions } from './mcp/serverOptions.js';
import { createTurnMemory } from './memoryOfTurn.js';
import { createModelMenu, type ModelMenu } from './model/modelMenu.js';
import { createOfferedModels } from './model/offeredModels.js';
import type { VisionSetting } from './model/visionModels.js';
import type { NetAllowEntry } from './net/allowList.js';
import { type LoopSettings, openConduct, type ToolRules } from './openConduct.js';
import { createMindSource } from './orchestrator/promptSource.js';
import { createOwnTools } from './ownTools.js';
import type { PersonaShelf } from './personas/personaShelf.js';
import { createTurnPersonas } from './personas/turnPersonas.js';
import { createPlanStore } from './plans/planStore.js';
import { createTurnPrompt } from './prompt/turnPrompt.js';
import { createPriorLoader } from './recall/priorConversation.js';
import { createRunTurn } from './runTurn.js';
import { hiddenFolders } from './sandbox/hiddenFolders.js';
import { openSandbox } from './sandbox/sandbox.js';
import type { ScheduleBook } from './schedules/scheduleBook.js';
import type { Skills } from './skills/openSkills.js';
import { createBackgroundTasks } from './tasks/backgroundTasks.js';
import { withTextTools } from './textTools/withTextTools.js';
import { openDocumentTools } from './tools/documents/documentTools.js';
import { createMemoryTools } from './tools/memoryTools.js';
import type { ToolDefinition } from './tools/toolDefinition.js';
import { filterAvailableTools, filterOfflineTools, filterToolsForContext } from './tools/toolFilter.js';
import type { PluginToolProvider } from './tools/toolSet.js';
import type { SearchSettings } from './tools/web/search/chooseService.js';
import { createWebTools } from './tools/web/webTools.js';
import { withTurnTrace } from './tracing/withTurnTrace.js';
import type { SpeechToText } from './voice/speechToText.js';
import { createReachOpener, type ReachOpener } from './walls/openReach.js';
import { createExtractor } from './web/extractor.js';
import { createWriteBack } from './writeBack/runWriteBack.js';

export interface AgentOptions {
  /** Absent: the built-in demo model answers. */
  readonly endpoint: { readonly baseUrl: string; readonly apiKey?: string } | undefined;
  readonly model: string;
  /** `WAGGLE_BUDGET_MODEL`. */
  readonly budgetModel?: string;
  /** `WAGGLE_VISION`. */
  readonly vision: VisionSetting;
  /** `WAGGLE_PROMPT_ASSEMBLER`. */
  readonly usesAssembler: boolean;
  /** `WAGGLE_COORDINATOR_MODE`. */
  readonly hasCoordinator: boolean;
  readonly personas: PersonaShelf;
  /** What was configured: `WAGGLE_PERSONA`, and whether `WAGGLE_MODEL` and `WAGGLE_MAX_AGENT_ROUNDS` were. */
  readonly personaConfig: {
    readonly configured?: string;
    readonly isModelSet: boolean;
    readonly areRoundsSet: boolean;
  };
  readonly timeoutMs: number;
  readonly maxRounds: number;
  readonly loop: LoopSettings;
  readonly toolRules: ToolRules;
  readonly toolPolicy: ToolPolicy;
  /** `WAGGLE_OFFLINE`: only tools that need no network are on offer. */
  readonly isOffline: boolean;
  readonly net: { readonly allow: readonly NetAllowEntry[] };
  /** `WAGGLE_GIT_HOSTS`, `WAGGLE_GIT_TOKEN`. */
  readonly git: { readonly hosts: readonly NetAllowEntry[]; readonly token?: string };
  readonly search: SearchSettings;
  readonly timeZone: string;
  readonly dataDir: string;
  readonly skills: Skills;
  readonly transcripts: Pick<Transcripts, 'history' | 'compact' | 'search' | 'prior'>;
  readonly whereabouts: Whereabouts;
  readonly sessionNotes: SessionNotes;
  readonly untold: Untold;
  /** Absent: nothing can be scheduled. */
  readonly schedules?: ScheduleBook;
  /** Opened by whoever else needs them, who also closes them; absent: the agent opens its own. */
  readonly minds?: Minds;
  /** Absent: the agent's own. */
  readonly reach?: ReachOpener;
  /** `WAGGLE_MEMORY_EXTRACTION`. */
  readonly memoryExtraction: 'rules' | 'model';
  readonly usage: UsageStore;
  readonly traces: TraceStore;
  readonly budget: BudgetPolicy;
  readonly redactor: Redactor;
  /** MCP servers; they come up once `mcp.connect` is called. */
  readonly mcpServers?: readonly McpServerOptions[];
  /** Null: no speech model is set up. */
  readonly speech: SpeechToText | null;
  /** Tools from outside the product. */
  readonly pluginTools?: PluginToolProvider;
  readonly clock: Clock;
  readonly log: Log;
}

/** The agent of a gateway: one runner of turns over one model endpoint and one set of minds. */
export interface Agent {
  readonly runTurn: RunTurn;
  readonly runBackground: RunBackground;
  /** The persona that answers, of those that were chosen; null: none. */
  faceOf(chosen: readonly string[]): Face | null;
  /** The lane's conversation is over: what runs on for it in the background ends, its plan goes. */
  endConversation(lane: string): Promise<void>;
  readonly models: ModelMenu;
  /** Summarises a conversation because somebody asks; null: the demo model cannot. */
  readonly compactNow: CompactNow | null;
  readonly mcp: Pick<McpServers, 'status' | 'connect'>;
  close(): Promise<void>;
}

const NO_PLUGINS: PluginToolProvider = { activeTools: () => [] };

/** `maxTurns` of a chat channel (DESIGN.md section 6). */
const CHAT_MAX_TURNS = 200;

/** Rounds of personas for research (spec: turns and commands 5). */
const RESEARCH_ROUNDS = 90;

export function openAgent(options: AgentOptions): Agent {
  const { endpoint, clock, log, timeZone, personaConfig, redactor } = options;
  const minds = options.minds ?? createMinds({ dataDir: options.dataDir, clock, log });
  const reach = options.reach ?? createReachOpener({ whereabouts: options.whereabouts, clock });
  const source = createMindSource({ minds, clock });
  const model = endpoint === undefined ? DEMO_MODEL : options.model;
  const client = createChatClient({
    baseUrl: endpoint?.baseUrl ?? DEMO_BASE_URL,
    apiKey: endpoint?.apiKey ?? '',
    fetch: endpoint === undefined ? createDemoFetch(clock) : fetch,
    clock,
    log,
    timeoutMs: options.timeoutMs,
    jitter: randomJitter,
  });
  const offered = createOfferedModels({
    baseUrl: endpoint?.baseUrl ?? DEMO_BASE_URL,
    apiKey: endpoint?.apiKey ?? '',
    fetch,
    clock,
    log,
  });
  const { configured } = personaConfig;
  if (configured !== undefined && options.personas.find(configured) === null) {
    log.warn({ persona: configured }, 'WAGGLE_PERSONA names no persona that there is; nobody answers by default');
  }
  const personas = createTurnPersonas({
    shelf: options.personas,
    configured: configured ?? null,
    isOffered: endpoint === undefined || personaConfig.isModelSet ? null : offered.has,
    researchRounds: personaConfig.areRoundsSet ? null : RESEARCH_ROUNDS,
  });
  const budgetModel = endpoint === undefined ? null : (options.budgetModel ?? null);
  const models = createModelMenu({
    model,
    budgetModel,
    isConfigured: personaConfig.isModelSet,
    isDemo: endpoint === undefined,
    offered,
    personas,
  });
  const llm = withTextTools(withoutSecrets(client, redactor), options.loop.textTools);
  const memoryTools = createMemoryTools({
    minds,
    transcripts: options.transcripts,
    notes: options.sessionNotes,
    reach,
    clock,
    log,
  });
  const extractor = createExtractor({ clock });
  const webTools = createWebTools({ ...options, extractor, allow: options.net.allow, redact: redactor.cleanOwn });
  const documents = openDocumentTools(options);
  const usable = (all: readonly ToolDefinition[]) => {
    const available = filterAvailableTools(all);
    return options.isOffline ? filterOfflineTools(available) : available;
  };
  const sandbox = openSandbox({ clock, hidden: hiddenFolders(options.dataDir) });
  if (sandbox.trouble !== null)
    log.warn({ why: sandbox.trouble }, 'no sandbox: the tools bash, run_code and git are off');
  const tasks = createBackgroundTasks({ dataDir: options.dataDir, sandbox, clock, log });
  const plans = createPlanStore(options);
  const { dataDir, net } = options;
  const redact = options.redactor.cleanOwn;
  const mcp = openMcpServers(options.mcpServers ?? [], { dataDir, allow: net.allow, redact, clock, log });
  const capabilities = createCapabilityRouter({
    mcpServers: () => mcp.status().map(({ name, state }) => ({ name, healthy: state === 'ready' })),
    roles: () => ROLE_NAMES,
  });
  const ownTools = createOwnTools({
    ...options,
    git: { ...options.git, allow: net.allow },
    sandbox,
    extractor,
    tasks,
    plans,
    documents: documents.tools,
    web: webTools,
    memory: memoryTools,
    schedules: options.schedules ?? null,
    mcpStatus: mcp.status,
    router: () => capabilities,
  });
  const tools = filterToolsForContext(usable(ownTools), 'general');
  const plugins = options.pluginTools ?? (endpoint === undefined ? demoTools : NO_PLUGINS);
  const pluginTools: PluginToolProvider = {
    activeTools: () => usable([...plugins.activeTools(), ...mcp.tools()]),
    settled: (signal) => mcp.settled(signal),
  };
  const counter = createTokenCounter();
  const conduct = openConduct({ ...options, tools });
  const budget: BudgetDeps = {
    usage: options.usage,
    policy: options.budget,
    prices: endpoint === undefined ? { [DEMO_MODEL]: FREE } : {},
    timeZone,
    longestCallMs: longestCallMs(options.timeoutMs),
    clock,
  };
  const compactor = createCompactor({ counter, transcripts: options.transcripts, log });
  const flushMemory = createMemoryFlush({ tools: memoryTools, clock, log });
  const { transcripts } = options;
  const compaction = { llm, compactor, flushMemory, transcripts, reach, conduct, budget, clock, log };
  const runner = createRunTurn({
    llm,
    model,
    dataDir,
    vision: options.vision,
    tools,
    pluginTools,
    conduct,
    toolPolicy: options.toolPolicy,
    checks: createCompletionChecks({
      verificationGate: true,
      skillDistillationGate: true,
      distillation: 'background',
      log,
    }),
    budgetModel,
    buildPrompt: createTurnPrompt({
      source,
      priorFor: createPriorLoader(options),
      skillIndex: options.skills.indexFor,
      plans,
      model,
      timeZone,
      usesAssembler: options.usesAssembler,
      clock,
    }),
    compactor,
    flushMemory,
    memory: createTurnMemory({
      minds,
      reach,
      source,
      untold: options.untold,
      hasModelExtraction: options.memoryExtraction === 'model' && endpoint !== undefined,
      clock,
    }),
    budget,
    clock,
    log,
    maxRounds: Math.min(CHAT_MAX_TURNS, options.maxRounds),
    personas,
    mayUse: models.mayUse,
  });
  const traced = withTurnTrace(runner, { traces: options.traces, redact: redactor.clean, clock, log });
  return {
    runTurn: traced.runTurn,
    faceOf: personas.choose,
    endConversation: async (lane) => {
      await tasks.endLane(lane);
      await plans.remove(lane);
    },
    runBackground: createRunBackground({
      llm,
      model,
      skillTools: options.skills.distillationTools,
      remember: createWriteBack({
        minds,
        reach,
        untold: options.untold,
        conduct,
        llm,
        model: endpoint === undefined ? model : (options.budgetModel ?? model),
        budget,
        clock,
        log,
      }),
      conduct,
      budget,
      clock,
      log,
    }),
    models,
    mcp,
    compactNow: endpoint === undefined ? null : createCompactNow(compaction),
    close: async () => {
      await tasks.close();
      await Promise.all([
        traced.close(),
        reach.settled(),
        counter.close(),
        extractor.close(),
        documents.close(),
        mcp.close(),
      ]);
      if (options.minds === undefined) await minds.close();
    },
  };
}
