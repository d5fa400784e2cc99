import { type ModelServer, type ModelServerOptions, startModelServer } from '../platforms/model/modelServer.js';
import type { RedisServer } from '../platforms/redis.js';
import {
  startTelegramServer,
  type TelegramServer,
  type TelegramServerOptions,
} from '../platforms/telegram/telegramServer.js';
import { type Gateways, openGateways, type Settings } from './gateways.js';

export interface StageOptions {
  readonly telegram?: TelegramServerOptions;
  readonly model?: ModelServerOptions;
  /** Settings of every process. */
  readonly settings?: Settings;
  /** Without it there is one process with everything. */
  readonly redis?: RedisServer;
}

/** The world of one end-to-end test: a Bot API server, a model endpoint, a data directory, and gateway processes on them. */
export interface Stage extends Gateways {
  readonly telegram: TelegramServer;
  readonly model: ModelServer;
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const model = await startModelServer(options.model);
  const telegram = await startTelegramServer({ rates: 'off', pollDelays: false, ...options.telegram });
  const gateways = openGateways(
    {
      TELEGRAM_BOT_TOKEN: telegram.bot.token,
      TELEGRAM_API_ROOT: telegram.url,
      LITELLM_URL: model.url,
      WAGGLE_ACCESS: 'open',
      ...options.settings,
    },
    options.redis,
  );
  return {
    ...gateways,
    telegram,
    model,
    close: async () => {
      await gateways.close();
      await telegram.close();
      await model.close();
    },
  };
}
