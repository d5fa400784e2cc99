import type { DiscordAccount } from '../../config/config.js';
import type { Channel, ChannelDeps } from '../../core/ports/channel.js';
import { createDiscordEgress } from './egress/egress.js';
import type { BotIdentity } from './events/readMessage.js';
import { createDiscordFiles } from './files.js';
import { createDiscordIngress } from './ingress/ingress.js';
import { renderDiscord } from './render.js';
import { createChannelReads } from './wire/channelReads.js';
import type { DiscordRest } from './wire/rest.js';

/** One bot on Discord that has said who it is; its account is its application. */
export function createDiscordChannel(
  config: DiscordAccount,
  bot: BotIdentity & { readonly name: string },
  deps: ChannelDeps & { readonly rest: DiscordRest },
): Channel {
  const { application: account } = bot;
  const log = deps.log.child({ channel: 'discord', account });
  const { rest, clock } = deps;
  const reads = createChannelReads({ rest, account, gates: deps.gates, clock, log });
  return {
    platform: 'discord',
    account,
    name: `Discord bot ${bot.name}`,
    files: createDiscordFiles({ reads, clock, log }),
    ingress: createDiscordIngress(config, bot, { ...deps, reads, log }),
    egress: createDiscordEgress({
      rest,
      application: account,
      instance: deps.instance,
      render: renderDiscord,
      clock,
      log,
    }),
    close: () => rest.close(),
  };
}
