import type { Config, GitConfig, GuardrailSettings, ModelConfig, SearchConfig } from './config.js';
import type { Reader } from './reader.js';
import { settings } from './settings.js';
import type { ToolRules } from './toolRules.js';

/** Puts what was read into the shape that the parts of Waggle take. */
export function assembleConfig(
  reader: Reader,
  accounts: Pick<Config, 'telegram' | 'slack' | 'discord' | 'mcpServers'>,
  toolRules: ToolRules,
): Config {
  const redisUrl = reader.read(settings.redisUrl);
  const port = reader.read(settings.httpPort);
  const token = reader.read(settings.httpToken);
  const endpoint = readEndpoint(reader);
  const dailyUsd = reader.read(settings.dailyBudgetUsd);
  const budgetModel = reader.read(settings.budgetModel);
  const persona = reader.read(settings.persona);
  const embeddingModel = reader.read(settings.embeddingModel);
  const sttModel = reader.read(settings.sttModel);
  return {
    model: {
      ...(endpoint !== undefined && { endpoint }),
      model: reader.read(settings.model),
      ...(budgetModel !== undefined && { budgetModel }),
      ...(embeddingModel !== undefined && { embeddingModel }),
      ...(sttModel !== undefined && { sttModel }),
      vision: reader.read(settings.vision),
      embeddingWaitMs: reader.read(settings.embeddingWaitMs),
      timeoutMs: reader.read(settings.llmTimeoutMs),
      maxAgentRounds: reader.read(settings.maxAgentRounds),
    },
    processes: {
      dataDir: reader.read(settings.dataDir),
      ...(redisUrl !== undefined && { redisUrl }),
      role: reader.read(settings.role),
      concurrency: reader.read(settings.concurrency),
      drainMs: reader.read(settings.drainMs),
      leaseMs: reader.read(settings.leaseMs),
      sweepMs: reader.read(settings.sweepMs),
    },
    http: {
      host: reader.read(settings.httpHost),
      ...(port !== undefined && { port }),
      ...(token !== undefined && { token }),
    },
    access: {
      mode: reader.read(settings.access),
      allow: reader.read(settings.allow) ?? [],
      owners: reader.read(settings.owner) ?? [],
      openRole: reader.read(settings.openRole),
      rates: reader.read(settings.rateLimits),
    },
    turns: {
      stillWorkingMs: reader.read(settings.stillWorkingMs),
      laneMode: reader.read(settings.laneMode),
      staleMinutes: reader.read(settings.staleMinutes),
      approvalTtlMinutes: reader.read(settings.approvalTtlMinutes),
    },
    budget: { ...(dailyUsd !== undefined && { dailyUsd }), mode: reader.read(settings.budgetMode) },
    loop: {
      guardrails: readGuardrails(reader),
      intentContinuation: reader.read(settings.intentContinuation),
      textTools: reader.read(settings.textTools),
    },
    net: { allow: reader.read(settings.netAllow) ?? [] },
    git: readGit(reader),
    search: readSearch(reader),
    isOffline: reader.read(settings.offline),
    toolRules,
    promptAssembler: reader.read(settings.promptAssembler),
    memoryExtraction: reader.read(settings.memoryExtraction),
    personas: {
      ...(persona !== undefined && { configured: persona }),
      isModelSet: reader.isSet(settings.model),
      areRoundsSet: reader.isSet(settings.maxAgentRounds),
    },
    coordinatorMode: reader.read(settings.coordinatorMode),
    ...accounts,
    timeZone: reader.read(settings.timeZone),
    language: reader.read(settings.language),
  };
}

/** What cannot be read is left out, so that the default holds. */
function readGuardrails(reader: Reader): GuardrailSettings {
  const warningsEnabled = reader.read(settings.toolLoopWarnings);
  const hardStopEnabled = reader.read(settings.toolLoopHardStop);
  const exactFailureWarnAfter = reader.read(settings.toolLoopExactWarn);
  const exactFailureBlockAfter = reader.read(settings.toolLoopExactBlock);
  const sameToolFailureWarnAfter = reader.read(settings.toolLoopSameWarn);
  const sameToolFailureHaltAfter = reader.read(settings.toolLoopSameHalt);
  const noProgressWarnAfter = reader.read(settings.toolLoopProgressWarn);
  const noProgressBlockAfter = reader.read(settings.toolLoopProgressBlock);
  return {
    ...(warningsEnabled !== undefined && { warningsEnabled }),
    ...(hardStopEnabled !== undefined && { hardStopEnabled }),
    ...(exactFailureWarnAfter !== undefined && { exactFailureWarnAfter }),
    ...(exactFailureBlockAfter !== undefined && { exactFailureBlockAfter }),
    ...(sameToolFailureWarnAfter !== undefined && { sameToolFailureWarnAfter }),
    ...(sameToolFailureHaltAfter !== undefined && { sameToolFailureHaltAfter }),
    ...(noProgressWarnAfter !== undefined && { noProgressWarnAfter }),
    ...(noProgressBlockAfter !== undefined && { noProgressBlockAfter }),
  };
}

function readGit(reader: Reader): GitConfig {
  const token = reader.read(settings.gitToken);
  return { hosts: reader.read(settings.gitHosts) ?? [], ...(token !== undefined && { token }) };
}

function readSearch(reader: Reader): SearchConfig {
  const searxngUrl = reader.read(settings.searxngUrl);
  const braveApiKey = reader.read(settings.braveApiKey);
  const tavilyApiKey = reader.read(settings.tavilyApiKey);
  const perplexityApiKey = reader.read(settings.perplexityApiKey);
  const url = reader.read(settings.searchUrl);
  return {
    service: reader.read(settings.search),
    ...(searxngUrl !== undefined && { searxngUrl }),
    ...(braveApiKey !== undefined && { braveApiKey }),
    ...(tavilyApiKey !== undefined && { tavilyApiKey }),
    ...(perplexityApiKey !== undefined && { perplexityApiKey }),
    ...(url !== undefined && { url }),
  };
}

/** A key belongs to the address of its own pair; it is never sent to the other one. */
function readEndpoint(reader: Reader): ModelConfig['endpoint'] {
  const litellm = reader.read(settings.litellmUrl);
  const baseUrl = litellm ?? reader.read(settings.openaiBaseUrl);
  if (baseUrl === undefined) return undefined;
  const apiKey = reader.read(litellm === undefined ? settings.openaiApiKey : settings.litellmApiKey);
  return { baseUrl, ...(apiKey !== undefined && { apiKey }) };
}
