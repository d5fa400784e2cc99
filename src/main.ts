import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { createAudit } from './access/audit.js';
import { createChatToolPolicy } from './access/chatToolPolicy.js';
import { createPairing } from './access/pairing.js';
import { createAccessPolicy } from './access/policy.js';
import { createCheckRate } from './access/rates.js';
import { createToolPolicy } from './access/toolPolicy.js';
import { createChatApi } from './channels/http/chatApi.js';
import { createChatPage } from './channels/http/chatPage.js';
import { inAllLanguages } from './commands/describeCommand.js';
import { menuList } from './commands/menuList.js';
import { openCommands } from './commands/openCommands.js';
import type { Config } from './config/config.js';
import type { Clock } from './core/clock.js';
import { toWaggleError, WaggleError } from './core/errors.js';
import type { Log } from './core/log.js';
import { type Audit, NOBODY } from './core/ports/audit.js';
import type { ChannelDeps, ChannelStart } from './core/ports/channel.js';
import type { Redactor } from './core/secrets/redactor.js';
import type { HttpPart } from './http/httpPart.js';
import { type HttpServer, startHttpServer } from './http/httpServer.js';
import { type HttpToken, loadHttpToken } from './http/token.js';
import { openEmbedder } from './memory/embedding/openEmbedder.js';
import { createMinds } from './memory/minds.js';
import { createMoveMinds } from './memory/moveMinds.js';
import { startUpkeep } from './memory/upkeep/startUpkeep.js';
import { LANGUAGE_NAMES, pickLanguage, wordingIn } from './reply/catalogue/catalogue.js';
import { createGovernor } from './reply/governor.js';
import { limitTyping } from './reply/typingLimit.js';
import { openAgent } from './runtime/openAgent.js';
import { openPersonaShelf } from './runtime/personas/personaShelf.js';
import { scanForInjection } from './runtime/safety/scanForInjection.js';
import { createScheduleBook } from './runtime/schedules/scheduleBook.js';
import { openSkills } from './runtime/skills/openSkills.js';
import { moveOwnSkills, partOwnSkills } from './runtime/skills/ownSkills.js';
import type { PluginToolProvider } from './runtime/tools/toolSet.js';
import { generateTurnId } from './runtime/tracing/turnEvents.js';
import { createVaults } from './runtime/vault/vaults.js';
import { withVaults } from './runtime/vault/withVaults.js';
import { createSpeechToText } from './runtime/voice/speechToText.js';
import { createReachOpener } from './runtime/walls/openReach.js';
import { createSentFiles } from './runtime/workspace/sentFileStore.js';
import { openGatewayDb } from './store/openGatewayDb.js';
import { createAccept } from './turns/accept.js';
import { createChannelEvents } from './turns/channelEvents.js';
import { createInterrupt, createTurnControl } from './turns/control.js';
import { createHeldLanes } from './turns/heldLanes.js';
import { openLinks } from './turns/openLinks.js';
import { createOverhear } from './turns/overhear.js';
import { newProcessId, withoutDeadHolders } from './turns/processIdentity.js';
import { createProcessLease } from './turns/processLease.js';
import { startRetention } from './turns/retention.js';
import { createRunningChannels, type RunningChannels } from './turns/runChannels.js';
import { startTicker } from './turns/schedules/ticker.js';
import { createWordingFor } from './turns/wordingFor.js';
import { createWorker } from './turns/worker.js';

/** What a running gateway offers to whoever started it. */
export interface Gateway {
  /** Base URL of its HTTP server; null where there is none. */
  readonly url: string | null;
  readonly token: HttpToken | null;
  /** The accounts that this process receives for, as people call them. Slow platforms may come later. */
  readonly accounts: readonly string[];
  /** Rejects when the gateway cannot go on and should end. */
  readonly failure: Promise<never>;
  /** Takes no more messages, gives running turns `WAGGLE_DRAIN_MS`, releases them, and lets go of everything. */
  stop(): Promise<void>;
}

export interface GatewayDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Knows the secrets of the configuration. */
  readonly redactor: Redactor;
  /** Told when another process has the data directory and this one waits for it. */
  readonly onStandby: (holder: string) => void;
  /** Tools from outside the product. */
  readonly pluginTools?: PluginToolProvider;
  /** Ends a standby. */
  readonly signal: AbortSignal;
}

/** Slots of control and background lanes; main lanes have `WAGGLE_CONCURRENCY`. */
const CONTROL_SLOTS = 100;
const BACKGROUND_SLOTS = 4;

/**
 * Puts the parts together and starts them: store, agent, channels, worker, HTTP server, as the role of this process asks.
 *
 * @throws WaggleError whatever part cannot start, with a message that says what to do
 */
export async function startGateway(deps: GatewayDeps): Promise<Gateway> {
  const { config, clock, log } = deps;
  const { role, leaseMs, redisUrl } = config.processes;
  const receives = role !== 'worker';
  const works = role !== 'ingress';
  const dataDir = resolve(config.processes.dataDir);
  const owner = newProcessId();
  const { failure, fail } = createFailure();
  const closers: (() => Promise<void>)[] = [];
  const stop = createStop(closers, log);

  try {
    const loadingChannels = loadStarts(config);
    loadingChannels.catch(() => {});
    const db = await openGatewayDb({ dataDir, clock, log, onCrash: fail });
    closers.push(() => db.close());
    const leases = withoutDeadHolders(db.leases);
    if (redisUrl === undefined) {
      const lease = createProcessLease({
        leases,
        owner,
        clock,
        log,
        onStandby: deps.onStandby,
        onLost: () => fail(new WaggleError('data-dir-taken', 'another process took over this data directory')),
      });
      await lease.acquire(deps.signal);
      closers.push(() => lease.release());
    }
    closers.push(startRetention({ retention: db.retention, dataDir, clock, log }));

    const slots = { main: config.processes.concurrency, ctl: CONTROL_SLOTS, bg: BACKGROUND_SLOTS };
    const links = await openLinks({
      redisUrl,
      dataDirectoryId: db.meta.dataDirectoryId,
      host: hostname(),
      slots,
      leaseMs,
      clock,
      log,
      onForeign: fail,
    });
    const { waker, feed } = links;
    closers.push(() => feed.close());
    const held = createHeldLanes({ lanes: db.lanes, owner, leaseMs, clock, log });
    closers.push(() => held.close());

    const audit = createAudit({ store: db.audit, clock, redact: deps.redactor.clean });
    const control = createTurnControl({
      lanes: db.lanes,
      questions: db.questions,
      audit,
      waker,
      clock,
      stopHere: held.stopTurns,
    });
    const access = createAccessPolicy({
      mode: config.access.mode,
      openRole: config.access.openRole,
      owners: config.access.owners.map(toEntry),
      allowed: config.access.allow.map(toEntry),
      store: db.access,
    });
    const pairing = createPairing({ store: db.access, audit, clock, randomInt });
    const budget = { dailyUsd: config.budget.dailyUsd ?? null, mode: config.budget.mode };
    const skills = await openSkills({ dataDir, clock, log });
    const personas = openPersonaShelf({ dataDir, hasCoordinator: config.coordinatorMode, clock, log });
    closers.push(async () => personas.close());
    const { endpoint, embeddingModel, sttModel } = config.model;
    const speech =
      endpoint === undefined || sttModel === undefined
        ? null
        : createSpeechToText({
            baseUrl: endpoint.baseUrl,
            apiKey: endpoint.apiKey ?? '',
            model: sttModel,
            fetch,
            clock,
          });
    const bareMinds = createMinds({
      dataDir,
      clock,
      log,
      embedder: openEmbedder({ model: embeddingModel, endpoint, clock }),
      queryWaitMs: config.model.embeddingWaitMs,
    });
    closers.push(() => bareMinds.close());
    const vaults = createVaults({ dataDir, minds: bareMinds, leases, owner, wordingIn, clock, log });
    const minds = withVaults(bareMinds, vaults, log);
    closers.push(startUpkeep({ minds, clock, log }));
    const reach = createReachOpener({ whereabouts: db.whereabouts, clock });
    closers.push(() => reach.settled());
    const moveMinds = createMoveMinds({
      people: db.people,
      minds,
      moveSkills: (from, into, author) =>
        author === null
          ? moveOwnSkills(skills.library, from, into, clock.now())
          : partOwnSkills(skills.library, from, into, author),
      now: () => clock.now(),
      log,
    });
    await moveMinds();
    const schedules = createScheduleBook({
      schedules: db.schedules,
      waker,
      newTurnId: generateTurnId,
      clock,
      timeZone: config.timeZone,
    });
    const agent = openAgent({
      ...config.model,
      endpoint: config.model.endpoint,
      maxRounds: config.model.maxAgentRounds,
      loop: config.loop,
      toolRules: config.toolRules,
      toolPolicy: createChatToolPolicy({ base: createToolPolicy(), overrides: db.policyOverrides, access, audit }),
      isOffline: config.isOffline,
      net: config.net,
      mcpServers: config.mcpServers,
      git: config.git,
      search: config.search,
      usesAssembler: config.promptAssembler,
      hasCoordinator: config.coordinatorMode,
      timeZone: config.timeZone,
      dataDir,
      skills,
      personas,
      personaConfig: config.personas,
      transcripts: db.transcripts,
      whereabouts: db.whereabouts,
      sessionNotes: db.sessionNotes,
      minds,
      reach,
      untold: db.untold,
      schedules,
      memoryExtraction: config.memoryExtraction,
      usage: db.usage,
      traces: db.traces,
      budget,
      redactor: deps.redactor,
      speech,
      ...(deps.pluginTools === undefined ? {} : { pluginTools: deps.pluginTools }),
      clock,
      log,
    });
    closers.push(() => agent.close());
    const { timeZone } = config;
    const { laneMode } = config.turns;
    const budgetDeps = { usage: db.usage, policy: budget, clock, timeZone };
    const wordingFor = createWordingFor({ settings: db.chatSettings, language: config.language, log });
    const registry = openCommands({
      db,
      control,
      pairing,
      audit,
      openRole: config.access.mode === 'open' ? config.access.openRole : null,
      budgetDeps,
      minds,
      vaults,
      reach,
      moveMinds,
      personas,
      skills,
      endConversation: agent.endConversation,
      models: agent.models,
      compactNow: agent.compactNow,
      mcpStatus: agent.mcp.status,
      schedules,
      configuredPersona: config.personas.configured ?? null,
      laneMode,
      languages: { names: LANGUAGE_NAMES, wordingIn },
      dataDir,
      timeZone,
      clock,
      log,
    });
    const accept = createAccept({
      lanes: db.lanes,
      access,
      pairing,
      audit,
      commands: registry,
      control,
      wordingFor,
      waker,
      clock,
      log,
      newTurnId: generateTurnId,
      hasModel: config.model.endpoint !== undefined,
      checkRate:
        config.access.rates === 'off' ? null : createCheckRate({ rates: db.rates, byRole: config.access.rates }),
      interrupt: createInterrupt({ control, settings: db.chatSettings, configured: laneMode }),
      overhear: createOverhear({ overheard: db.overheard, settings: db.chatSettings, clock }),
    });

    const events = createChannelEvents({
      lanes: db.lanes,
      overheard: db.overheard,
      deadUpdates: db.deadUpdates,
      access,
      audit,
      control,
      wordingFor,
      waker,
      clock,
      log,
    });
    const channelDeps = {
      clock,
      log,
      leases,
      owner,
      instance: db.meta.dataDirectoryId,
      gates: db.ledger,
      memory: db.channelMemory,
      events,
      commands: menuList(registry.listFor('owner'), log).map(inAllLanguages),
      isCommand: (name: string) => registry.knows(name),
    };
    const starts = (await loadingChannels).flatMap((start) => start(channelDeps));
    const channels = createRunningChannels({ starts, log });
    closers.push(() => channels.close());
    await channels.start();

    closers.push(() => waker.close());
    let http: { server: HttpServer; token: HttpToken } | null = null;
    if (receives || config.http.port !== undefined) {
      const chat = createChatApi({
        accept,
        scoreMessage: (text) => scanForInjection(text, 'user_input').score,
        personaId: (name) => personas.find(name)?.id ?? null,
        commands: () => registry.listFor('owner'),
        feed,
        control,
        lanes: db.lanes,
        files: createSentFiles({ dataDir }),
        traces: db.traces,
        clock,
        log,
        noticeText: wordingIn(pickLanguage([config.language])).text,
      });
      const webhooks = starts.flatMap((start) => start.httpPart ?? []);
      const parts: readonly HttpPart[] = receives ? [chat, await createChatPage(), ...webhooks] : [];
      http = await openHttp(parts, dataDir, audit, deps);
      closers.push(() => http?.server.close() ?? Promise.resolve());
    }
    if (works) {
      const worker = createWorker({
        lanes: db.lanes,
        questions: db.questions,
        approvalTtlMs: config.turns.approvalTtlMinutes * 60_000,
        ledger: db.ledger,
        access,
        pairing,
        audit,
        commands: registry,
        feed,
        waker,
        held,
        governor: limitTyping(createGovernor({ ledger: db.ledger, clock, log })),
        runTurn: agent.runTurn,
        runBackground: agent.runBackground,
        faceOf: agent.faceOf,
        hasModel: config.model.endpoint !== undefined,
        untold: db.untold,
        schedules: db.schedules,
        wordingFor,
        language: config.language,
        egressFor: channels.egressFor,
        filesFor: channels.filesFor,
        speech,
        dataDir,
        serves: (lane) => servesLane(lane.id, channels),
        owner,
        leaseMs,
        sweepMs: config.processes.sweepMs,
        concurrency: config.processes.concurrency,
        backgroundSlots: BACKGROUND_SLOTS,
        mode: laneMode,
        staleMs: config.turns.staleMinutes * 60_000,
        isShared: links.isShared,
        stillWorkingMs: config.turns.stillWorkingMs,
        clock,
        log,
      });
      closers.push(() => worker.drain(config.processes.drainMs));
      await worker.start();
      agent.mcp.connect();
    }

    closers.push(
      startTicker({
        schedules: db.schedules,
        waker,
        newTurnId: generateTurnId,
        clock,
        log,
        everyMs: config.processes.sweepMs,
      }),
    );
    if (receives) {
      channels.receive(accept);
      closers.push(() => channels.stopReceiving());
    }
    http?.server.setReady(true);
    closers.push(async () => http?.server.setReady(false));
    return {
      url: http?.server.url ?? null,
      token: http?.token ?? null,
      accounts: receives ? channels.list().map((channel) => channel.name) : [],
      failure,
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** Runs closers once, newest first; what fails is logged and does not keep the others from closing. */
function createStop(closers: readonly (() => Promise<void>)[], log: Log): () => Promise<void> {
  let stopping: Promise<void> | null = null;
  const run = async () => {
    for (const close of [...closers].reverse()) {
      await close().catch((thrown: unknown) => log.error({ err: thrown }, 'closing a part failed'));
    }
  };
  return () => {
    stopping ??= run();
    return stopping;
  };
}

function createFailure(): { readonly failure: Promise<never>; readonly fail: (error: unknown) => void } {
  let fail: (error: unknown) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    fail = (error) => reject(toWaggleError(error));
  });
  failure.catch(() => {});
  return { failure, fail: (error) => fail(error) };
}

function toEntry(principal: Config['access']['owners'][number]) {
  return { platform: principal.platform, account: principal.account ?? null, user: principal.user };
}

/** HTTP readers follow the feed; other platforms need the account's egress in this process. */
function servesLane(laneId: string, channels: RunningChannels): boolean {
  const [platform, account] = laneId.split(':');
  return platform === 'http' || channels.has(`${platform}:${account}`);
}

/** A configured account, and what it mounts on the HTTP server. */
type Start = ChannelStart & { readonly httpPart: HttpPart | null };

/** The platforms' libraries are loaded only where an account is configured. */
async function loadStarts(config: Config): Promise<readonly ((deps: ChannelDeps) => readonly Start[])[]> {
  const telegram = config.telegram.length === 0 ? null : await import('./channels/telegram/start.js');
  const slack = config.slack.length === 0 ? null : await import('./channels/slack/start.js');
  const discord = config.discord.length === 0 ? null : await import('./channels/discord/start.js');
  return [
    (deps) => (telegram === null ? [] : config.telegram.map((account) => telegram.startTelegram(account, deps))),
    (deps) => slack?.startSlack(config.slack, deps) ?? [],
    (deps) => (discord === null ? [] : config.discord.map((account) => discord.startDiscord(account, deps))),
  ];
}

async function openHttp(parts: readonly HttpPart[], dataDir: string, audit: Audit, deps: GatewayDeps) {
  const { config, clock, log } = deps;
  const token = await loadHttpToken({ dataDir, configured: config.http.token, log });
  deps.redactor.learn(token.token);
  const { host } = config.http;
  const server = await startHttpServer({
    host,
    port: config.http.port ?? 'auto',
    token: token.token,
    parts,
    onRefused: (code, what) => {
      const event = { kind: 'http', decision: 'refuse', actor: NOBODY, reason: code, call: what, flood: true } as const;
      audit.record(event).catch((thrown: unknown) => log.error({ err: thrown }, 'a refusal is not in the audit log'));
    },
    clock,
    log,
  });
  return { server, token };
}
