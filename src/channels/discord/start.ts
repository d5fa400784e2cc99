import { z } from 'zod';
import type { DiscordAccount } from '../../config/config.js';
import { createBackOff } from '../../core/backOff.js';
import { WaggleError } from '../../core/errors.js';
import { pause } from '../../core/pause.js';
import type { ChannelDeps, ChannelStart } from '../../core/ports/channel.js';
import { createDiscordChannel } from './channel.js';
import { DiscordCallError, isTokenRefused, tokenRefused } from './wire/failure.js';
import { createDiscordRest, type DiscordRest } from './wire/rest.js';

const userSchema = z.object({ id: z.string().min(1), username: z.string() });
const applicationSchema = z.object({ id: z.string().min(1) });

/** A Discord bot: Discord has to be asked who it is. */
export function startDiscord(config: DiscordAccount, deps: ChannelDeps): ChannelStart & { readonly httpPart: null } {
  return {
    platform: 'discord',
    httpPart: null,
    open: async (signal) => {
      const { clock, log } = deps;
      const rest = createDiscordRest({ token: config.token, apiUrl: config.apiUrl, clock });
      const backOff = createBackOff({ baseMs: 500, capMs: 30_000 });
      try {
        for (;;) {
          signal.throwIfAborted();
          try {
            const bot = { ...(await whoIs(rest, signal)), autoThread: config.autoThread };
            return createDiscordChannel(config, bot, { ...deps, rest });
          } catch (thrown) {
            signal.throwIfAborted();
            if (!(thrown instanceof DiscordCallError)) throw thrown;
            const { failure } = thrown;
            if (isTokenRefused(failure)) throw tokenRefused(thrown);
            const asked = failure.kind === 'answered' ? (failure.retryAfterMs ?? 0) : 0;
            const ms = Math.max(backOff.next(), asked);
            log.warn({ err: thrown, ms }, 'Discord does not say who the bot is; trying again');
            await pause(clock, ms, signal);
          }
        }
      } catch (thrown) {
        await rest.close();
        throw thrown;
      }
    },
  };
}

async function whoIs(rest: DiscordRest, signal: AbortSignal) {
  const me = await rest.call({ name: 'getMe', method: 'GET', path: '/users/@me' }, { signal });
  const own = await rest.call({ name: 'getApplication', method: 'GET', path: '/applications/@me' }, { signal });
  const user = userSchema.safeParse(me.body);
  const application = applicationSchema.safeParse(own.body);
  if (!user.success || !application.success) {
    throw new WaggleError('discord-api', 'the server at DISCORD_API_URL does not answer like Discord', {
      sentence: 'The Discord bot is not connected.',
    });
  }
  return { application: application.data.id, user: user.data.id, name: user.data.username };
}
