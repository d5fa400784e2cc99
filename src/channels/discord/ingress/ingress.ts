import type { DiscordAccount } from '../../../config/config.js';
import { holdLease } from '../../../core/holdLease.js';
import type { ChannelDeps } from '../../../core/ports/channel.js';
import { accountKey } from '../../../core/ports/egress.js';
import type { Accept, Ingress } from '../../../core/ports/ingress.js';
import { createPlaces } from '../events/places.js';
import type { BotIdentity } from '../events/readMessage.js';
import type { ChannelReads } from '../wire/channelReads.js';
import type { DiscordRest } from '../wire/rest.js';
import { createAnswers } from './answers.js';
import { createBackfill } from './backfill.js';
import { createDispatch } from './dispatch.js';
import { createIntake } from './intake.js';
import { createInteractions } from './interactions.js';
import { openLocales } from './locales.js';
import { publishMenu } from './menu.js';
import { createPending } from './pending.js';
import { openSeen } from './seen.js';

const LEASE_WORDS = {
  heldElsewhere: 'another process listens for this Discord bot; waiting for it to end',
  takenOver: 'listening for this Discord bot taken over',
  lost: 'the lease for listening is lost; listening stops',
} as const;

/** The receiving half: the gateway, held by one process at a time. */
export function createDiscordIngress(
  config: DiscordAccount,
  bot: BotIdentity,
  deps: ChannelDeps & { readonly rest: DiscordRest; readonly reads: ChannelReads },
): Ingress {
  const { rest, reads, memory, events, commands, leases, owner, clock, log } = deps;
  const account = accountKey({ platform: 'discord', account: bot.application });
  const lease = { leases, name: `discord:gateway:${bot.application}`, owner, words: LEASE_WORDS, clock, log };

  const listen = async (accept: Accept, signal: AbortSignal) => {
    const intake = createIntake({ accept, events, account, signal, clock, log });
    let isConnected = false;
    const awaitedGuilds = new Set<string>();
    const isUpToDate = () => isConnected && awaitedGuilds.size === 0 && intake.isIdle();
    const seen = await openSeen({ memory, account, isUpToDate, clock, log });
    const locales = await openLocales({ memory, account, clock, log });
    const places = createPlaces(bot.user);
    const answers = createAnswers({ rest, application: bot.application, log });
    const pending = createPending({ memory, account, clock, log });
    const interactions = createInteractions({
      bot,
      reads,
      answers,
      pending,
      intake,
      events,
      places,
      seen,
      locales,
      commands,
      signal,
      clock,
      log,
    });
    const backfill = createBackfill({ reads, seen, minutes: config.backfillMinutes, signal, clock, log });
    const onEvent = createDispatch({
      bot,
      places,
      locales,
      intake,
      seen,
      backfill,
      interactions,
      events,
      awaitedGuilds,
      signal,
      instance: deps.instance,
      clock,
      log,
    });
    const menu = publishMenu({ rest, application: bot.application, account, memory, commands, clock, log }, signal);
    const recovering = interactions.recover().catch((thrown: unknown) => {
      log.error({ err: thrown }, 'interactions of an earlier process could not be looked at');
    });
    const onConnection = (isUp: boolean) => {
      isConnected = isUp;
      if (isUp) seen.noteConnected();
    };
    try {
      // The library takes most of a second to load, and a worker needs none of it.
      const { keepGateway } = await import('./gateway.js');
      const { token, apiUrl } = config;
      await keepGateway({ token, apiUrl, onEvent, onConnection, clock, log }, signal);
    } finally {
      await Promise.all([menu, recovering]);
      await interactions.settled();
      await intake.settled();
      await locales.settled();
      await seen.close();
    }
  };

  return {
    run: (accept, signal) => holdLease(lease, signal, (held) => listen(accept, held)),
  };
}
