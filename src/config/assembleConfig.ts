import type { Config, ModelConfig, TelegramAccount } from './config.js';
import type { Reader } from './reader.js';
import { settings } from './settings.js';

/** Puts what was read into the shape that the parts of Waggle take. */
export function assembleConfig(reader: Reader, telegram: readonly TelegramAccount[]): Config {
  const redisUrl = reader.read(settings.redisUrl);
  const port = reader.read(settings.httpPort);
  const token = reader.read(settings.httpToken);
  const endpoint = readEndpoint(reader);
  return {
    model: {
      ...(endpoint !== undefined && { endpoint }),
      model: reader.read(settings.model),
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
    },
    turns: { stillWorkingMs: reader.read(settings.stillWorkingMs), laneMode: reader.read(settings.laneMode) },
    telegram,
    timeZone: reader.read(settings.timeZone),
    language: reader.read(settings.language),
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
