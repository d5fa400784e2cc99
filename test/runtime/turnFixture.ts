import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToolPolicy } from '../../src/access/toolPolicy.js';
import { WaggleError } from '../../src/core/errors.js';
import type { TurnEventBody } from '../../src/core/events.js';
import type { JournalStep } from '../../src/core/journal.js';
import { silentLog } from '../../src/core/log.js';
import type { MemoryFrame, NewFrame } from '../../src/core/memory/frame.js';
import type { ChatAddress, InboundMessage } from '../../src/core/message.js';
import type { Minds } from '../../src/core/ports/minds.js';
import type { RunTurn, TurnContext, TurnJob, TurnResult } from '../../src/core/ports/turnRunner.js';
import { createMinds } from '../../src/memory/minds.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { createCompactor } from '../../src/runtime/compaction/compactor.js';
import { createMemoryFlush } from '../../src/runtime/compaction/flushMemory.js';
import { createTokenCounter } from '../../src/runtime/compaction/tokenCounter.js';
import { createCompletionChecks } from '../../src/runtime/gates/completionChecks.js';
import { createChatClient, DEFAULT_LLM_TIMEOUT_MS } from '../../src/runtime/llm/chatClient.js';
import { longestCallMs } from '../../src/runtime/llm/retryPolicy.js';
import { createTurnMemory } from '../../src/runtime/memoryOfTurn.js';
import { createMindSource } from '../../src/runtime/orchestrator/promptSource.js';
import { createTurnPersonas } from '../../src/runtime/personas/turnPersonas.js';
import { createTurnPrompt, type TurnPromptDeps } from '../../src/runtime/prompt/turnPrompt.js';
import { createPriorLoader } from '../../src/runtime/recall/priorConversation.js';
import { createRunTurn, type RunTurnDeps } from '../../src/runtime/runTurn.js';
import { createGetTime } from '../../src/runtime/tools/getTime.js';
import { createMemoryTools } from '../../src/runtime/tools/memoryTools.js';
import type { ToolDefinition } from '../../src/runtime/tools/toolDefinition.js';
import type { TurnConduct } from '../../src/runtime/turnConduct.js';
import { createReachOpener, type ReachOpener } from '../../src/runtime/walls/openReach.js';
import { reachOf } from '../../src/runtime/walls/reachOf.js';
import { type GatewayDb, openGatewayDb } from '../../src/store/openGatewayDb.js';
import { createFakeClock, type FakeClock } from '../setup/fakeClock.js';
import { remember } from './memoryFixture.js';
import { makeTool } from './tools/testTools.js';

/** Turns without any of the checks on how a model behaves. */
export const PLAIN_TURNS: TurnConduct = {
  guardrails: { hardStopEnabled: false },
  continuation: 'off',
  hooks: null,
  router: null,
  governance: {},
  scanToolResult: (text) => text,
  spill: null,
};

/** Ann and her direct chat. */
const ANN = {
  person: 'telegram:42:7',
  address: { platform: 'telegram', account: '42', chat: '7', kind: 'dm' },
} as const;

/** A message of Ann's in her direct chat. */
export function makeMessage(text: string, fields: Partial<InboundMessage> = {}): InboundMessage {
  return {
    identity: `id:${text}`,
    aliases: [],
    address: ANN.address,
    lane: 'telegram:42:7',
    sender: { user: '7', name: 'Ann', isBot: false, verifiedBy: 'platform' },
    addressed: true,
    parts: [{ type: 'text', text }],
    sentAt: 0,
    ...fields,
  };
}

export function makeJob(fields: Partial<TurnJob> & { text?: string } = {}): TurnJob {
  const { text = 'hi', ...rest } = fields;
  const message = makeMessage(text);
  return {
    turn: 'abcdef12-0000-4000-8000-000000000000',
    attempt: 1,
    lane: message.lane,
    address: message.address,
    principal: { person: 'telegram:42:7', role: 'member', sender: message.sender },
    messages: [message],
    history: [],
    journal: [],
    ...rest,
  };
}

/** The prompt builder of a turn in Berlin. */
export function makePrompt(deps: Pick<TurnPromptDeps, 'clock'> & { minds: Minds } & Partial<TurnPromptDeps>) {
  const { minds, ...rest } = deps;
  return createTurnPrompt({
    skillIndex: async () => '',
    plans: { read: async () => null },
    priorFor: async () => null,
    source: createMindSource({ minds, clock: deps.clock }),
    model: 'm',
    timeZone: 'Europe/Berlin',
    usesAssembler: false,
    ...rest,
  });
}

/** One run of a turn with everything that it said and wrote down. */
export interface TurnRun {
  readonly events: TurnEventBody[];
  readonly journal: JournalStep[];
  readonly result: Promise<TurnResult>;
  stop(code: 'stopped' | 'lane-lost' | 'shutdown'): void;
}

/** What a turn had summed up. */
export interface Compacted {
  readonly lane: string;
  readonly from: number;
  readonly to: number;
  readonly summary: string;
}

/** A small window, so that a test's conversation can fill it. */
export const WINDOW_TOKENS = 18_000;

export interface TurnBench {
  /** The real store, for what turns cost. */
  readonly db: GatewayDb;
  readonly dataDir: string;
  /** No limit is set; tests replace the policy. */
  readonly budget: RunTurnDeps['budget'];
  readonly compacted: readonly Compacted[];
  readonly clock: FakeClock;
  /** What a turn has on offer besides the plugins' tools. */
  readonly tools: readonly ToolDefinition[];
  readonly minds: Minds;
  readonly reach: ReachOpener;
  /** Saves something to the mind of Ann's direct chat, or of another place. */
  remember(content: string, fields?: Partial<NewFrame> & { address?: ChatAddress }): Promise<number>;
  /** What the mind of Ann's direct chat holds, newest first. */
  remembered(): Promise<readonly MemoryFrame[]>;
  start(
    job: TurnJob,
    options?: {
      deps?: Partial<RunTurnDeps>;
      context?: Partial<TurnContext>;
      /** Put around the runner of turns. */
      around?: (runTurn: RunTurn) => RunTurn;
    },
  ): TurnRun;
  close(): Promise<void>;
}

/** Everything that a turn needs, with a real mind in a folder of its own and a clock that is moved by hand. */
export async function openTurnBench(model: {
  baseUrl: string;
  fetch?: (clock: FakeClock) => typeof fetch;
}): Promise<TurnBench> {
  const clock = createFakeClock();
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-turn-'));
  const db = await openGatewayDb({ dataDir, clock, log: silentLog });
  const minds = createMinds({ dataDir, clock, log: silentLog });
  const reach = createReachOpener({ whereabouts: db.whereabouts, clock });
  const llm = createChatClient({
    baseUrl: model.baseUrl,
    apiKey: 'k',
    fetch: model.fetch?.(clock) ?? fetch,
    clock,
    log: silentLog,
    timeoutMs: 0,
    jitter: () => 0,
  });
  const memoryTools = createMemoryTools({
    minds,
    transcripts: db.transcripts,
    notes: db.sessionNotes,
    reach,
    clock,
    log: silentLog,
  });
  const counter = createTokenCounter();
  const compacted: Compacted[] = [];
  const compactor = createCompactor({
    counter,
    log: silentLog,
    windowOf: () => WINDOW_TOKENS,
    transcripts: {
      compact: async ({ lane, turn, from, to, summary, now }) => {
        compacted.push({ lane, from, to, summary });
        return { no: 1000, turn, role: 'summary', content: summary, shown: null, at: now };
      },
    },
  });
  const deps: RunTurnDeps = {
    llm,
    model: 'm',
    dataDir,
    vision: 'auto',
    tools: [createGetTime({ clock, timeZone: 'Europe/Berlin' }), ...memoryTools],
    pluginTools: { activeTools: () => [makeTool('run_tests')] },
    checks: createCompletionChecks({
      verificationGate: true,
      skillDistillationGate: true,
      distillation: 'background',
      log: silentLog,
    }),
    budgetModel: null,
    buildPrompt: makePrompt({ minds, clock, priorFor: createPriorLoader({ transcripts: db.transcripts, clock }) }),
    memory: createTurnMemory({
      minds,
      reach,
      source: createMindSource({ minds, clock }),
      untold: db.untold,
      hasModelExtraction: false,
      clock,
    }),
    compactor,
    flushMemory: createMemoryFlush({ tools: memoryTools, clock, log: silentLog }),
    budget: {
      usage: db.usage,
      policy: { dailyUsd: null, mode: 'soft' },
      prices: {},
      timeZone: 'Europe/Berlin',
      longestCallMs: longestCallMs(DEFAULT_LLM_TIMEOUT_MS),
      clock,
    },
    clock,
    log: silentLog,
    maxRounds: 8,
    personas: createTurnPersonas({
      shelf: { find: () => null },
      configured: null,
      isOffered: null,
      researchRounds: null,
    }),
    conduct: PLAIN_TURNS,
    mayUse: async () => true,
    toolPolicy: createToolPolicy(),
  };

  return {
    db,
    dataDir,
    budget: deps.budget,
    clock,
    tools: deps.tools,
    minds,
    reach,
    remember: (content, { address = ANN.address, ...fields } = {}) =>
      remember(minds, { person: ANN.person, address, content, ...fields }),
    remembered: () =>
      minds.list(reachOf(ANN, ANN.address).personal, {
        order: 'newest',
        limit: 100,
        importance: ['critical', 'important', 'normal', 'temporary'],
      }),
    compacted,
    start: (job, options = {}) => {
      const events: TurnEventBody[] = [];
      const journal: JournalStep[] = [...job.journal];
      const abort = new AbortController();
      const context: TurnContext = {
        emit: (event) => {
          events.push(event);
          if (event.type === 'notice' && 'seconds' in event.args) void clock.advance(Number(event.args.seconds) * 1000);
        },
        journal: async (step) => {
          journal.push(step);
        },
        ask: async (draft) => ({
          ...draft,
          id: 'K7M2PQX',
          turn: job.turn,
          lane: job.lane,
          principal: job.principal.person,
          askedAt: clock.now(),
          expiresAt: clock.now() + 30 * 60_000,
          state: 'open',
          answer: null,
          decidedBy: null,
          decidedByName: null,
        }),
        takeMore: async () => [],
        wording: wordingIn('en'),
        signal: abort.signal,
        ...options.context,
      };
      const runTurn = createRunTurn({ ...deps, ...options.deps });
      const result = (options.around?.(runTurn) ?? runTurn)(job, context);
      return { events, journal, result, stop: (code) => abort.abort(new WaggleError(code, code)) };
    },
    close: async () => {
      await Promise.all([minds.close(), counter.close(), reach.settled()]);
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The text events of a run, joined, since the last reset. */
export function liveText(events: readonly TurnEventBody[]): string {
  return events.reduce((text, event) => {
    if (event.type === 'reset') return '';
    return event.type === 'text' ? text + event.delta : text;
  }, '');
}

export function kindsOf(events: readonly TurnEventBody[]): string[] {
  return events.map((event) => event.type).filter((type, i, all) => type !== 'text' || all[i - 1] !== 'text');
}
