import type { Clock } from '../../../core/clock.js';
import { toWaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { ChatAddress } from '../../../core/message.js';
import type { ChannelEvents } from '../../../core/ports/channelEvents.js';
import { accountKey } from '../../../core/ports/egress.js';
import { holdsMessages, type Places } from '../events/places.js';
import { type BotIdentity, readMessage } from '../events/readMessage.js';
import {
  channelSchema,
  type DiscordMessage,
  deletionSchema,
  goneGuildSchema,
  guildSchema,
  interactionSchema,
  messageSchema,
  readySchema,
  roleChangeSchema,
  roleGoneSchema,
  threadListSchema,
  updateSchema,
} from '../events/schema.js';
import { FIRST, orderOf } from '../events/snowflake.js';
import { isForeignNonce } from '../nonce.js';
import type { Backfill } from './backfill.js';
import type { GatewayEvent } from './gateway.js';
import type { Intake } from './intake.js';
import type { Interactions } from './interactions.js';
import type { Locales } from './locales.js';
import type { Seen } from './seen.js';

/** Events that hold what a person wrote; others may hold tokens, and are not kept. */
const MESSAGES: ReadonlySet<string> = new Set(['MESSAGE_CREATE', 'MESSAGE_UPDATE']);

/** That another gateway uses the token is said once in so many milliseconds. */
const TELL_EVERY_MS = 3_600_000;

export interface DispatchDeps {
  readonly bot: BotIdentity;
  readonly places: Places;
  readonly locales: Pick<Locales, 'of'>;
  readonly intake: Intake;
  readonly seen: Seen;
  readonly backfill: Backfill;
  readonly interactions: Interactions;
  readonly events: ChannelEvents;
  /** Guilds that a new session named and has not told yet. */
  readonly awaitedGuilds: Set<string>;
  /** Of listening. */
  readonly signal: AbortSignal;
  readonly instance: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Hands the gateway's events to whoever is concerned. Only validates and queues: a slow listener would miss heartbeats. */
export function createDispatch(deps: DispatchDeps): (event: GatewayEvent) => void {
  const {
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
    instance,
    clock,
    log,
  } = deps;

  const account = { platform: 'discord', account: bot.application } as const;

  let toldOfOther = Number.NEGATIVE_INFINITY;
  const noticeOther = ({ nonce, channel_id }: DiscordMessage) => {
    const now = clock.now();
    if (!isForeignNonce(nonce, instance) || now - toldOfOther < TELL_EVERY_MS) return;
    toldOfOther = now;
    log.error(
      { chat: channel_id },
      'another gateway answers with the token of this Discord bot: people get two answers. Stop one of them, or give each a bot of its own',
    );
  };

  const take = async (message: DiscordMessage, isEdit: boolean) => {
    const reading = readMessage(message, bot, places, isEdit);
    if (message.author.id === bot.user) noticeOther(message);
    if (reading.kind === 'ignored') {
      log.debug({ why: reading.why }, 'a Discord message is passed over');
    } else {
      if (reading.message.address.kind === 'dm') await seen.meet(message.channel_id);
      const locale = locales.of(message.author.id);
      const { sender } = reading.message;
      const read = locale === null ? reading.message : { ...reading.message, sender: { ...sender, locale } };
      if ((await intake.store(read)) === null) return;
    }
    // What came before it may not be stored: at the end nothing is stored any more, and the next process has to fetch it.
    if (!isEdit && !signal.aborted) seen.note(message.channel_id, message.id);
  };

  /** Before anything newer of the channel is taken in, what was missed there is. */
  const catchUp = (channel: string, last: string | null, guild: string | null) => {
    if (!backfill.mayHaveMissed(channel, last)) return;
    intake.queue(channel, FIRST, async () => {
      const missed = await backfill.fetch(channel);
      if (missed.length > 0)
        log.info({ chat: channel, messages: missed.length }, 'messages were missed and are taken in');
      for (const message of missed) await take(guild === null ? message : { ...message, guild_id: guild }, false);
    });
  };

  const noteGuild = (data: unknown) => {
    const guild = guildSchema.parse(data);
    if (guild.unavailable === true) return;
    awaitedGuilds.delete(guild.id);
    for (const role of guild.roles) places.noteRole(guild.id, role);
    for (const channel of [...guild.channels, ...guild.threads]) {
      places.noteChannel(channel, guild.id);
      if (holdsMessages(channel)) catchUp(channel.id, channel.last_message_id ?? '0', guild.id);
    }
  };

  const withdraw = (data: unknown) => {
    const { id, ids, channel_id, guild_id } = deletionSchema.parse(data);
    const kind = guild_id === undefined ? 'dm' : 'group';
    const address: ChatAddress = { ...account, chat: channel_id, kind };
    for (const gone of ids ?? (id === undefined ? [] : [id])) {
      const identity = `m:${gone}`;
      intake.queue(channel_id, orderOf(gone, 'deletion'), async () => {
        await intake.persist('deletion', { identity }, () => events.withdrawn({ address, identity }));
      });
    }
  };

  /** The bot itself left or was put out of a guild: every channel of it is closed to it. */
  const leaveGuild = (data: unknown) => {
    const { id, unavailable } = goneGuildSchema.parse(data);
    // Discord has trouble with it; it comes back.
    if (unavailable === true) return;
    awaitedGuilds.delete(id);
    log.warn({ guild: id }, 'the bot is no longer in this Discord server');
    places.forgetGuild(id);
    const address = { ...account, chat: id, kind: 'group' } as const;
    const by = { user: bot.user, name: '', isBot: true, verifiedBy: 'platform' } as const;
    intake.queue(id, FIRST, async () => {
      const change = { address, isReachable: false, status: 'removed', by };
      await intake.persist('membership', change, () => events.membershipChanged(change));
    });
  };

  const handle = ({ type, data }: GatewayEvent) => {
    switch (type) {
      case 'READY':
        awaitedGuilds.clear();
        for (const { id } of readySchema.parse(data).guilds) awaitedGuilds.add(id);
        for (const channel of seen.dms()) catchUp(channel, null, null);
        return;
      case 'GUILD_CREATE':
        return noteGuild(data);
      case 'GUILD_DELETE':
        return leaveGuild(data);
      case 'CHANNEL_CREATE':
      case 'CHANNEL_UPDATE':
      case 'THREAD_CREATE':
      case 'THREAD_UPDATE': {
        const channel = channelSchema.parse(data);
        return places.noteChannel(channel, channel.guild_id ?? null);
      }
      case 'CHANNEL_DELETE':
      case 'THREAD_DELETE':
        return places.forgetChannel(channelSchema.parse(data).id);
      case 'THREAD_LIST_SYNC': {
        const { guild_id, threads } = threadListSchema.parse(data);
        for (const thread of threads) places.noteChannel(thread, guild_id);
        return;
      }
      case 'GUILD_ROLE_CREATE':
      case 'GUILD_ROLE_UPDATE': {
        const { guild_id, role } = roleChangeSchema.parse(data);
        return places.noteRole(guild_id, role);
      }
      case 'GUILD_ROLE_DELETE':
        return places.forgetRole(roleGoneSchema.parse(data).role_id);
      case 'MESSAGE_CREATE': {
        const message = messageSchema.parse(data);
        return intake.queue(message.channel_id, orderOf(message.id, 'message'), () => take(message, false));
      }
      case 'MESSAGE_UPDATE': {
        // Previews and threads change a message too: only an edit of the author's has its time.
        const update = updateSchema.safeParse(data);
        if (!update.success || update.data.author.bot === true) return;
        const message = messageSchema.parse(data);
        return intake.queue(message.channel_id, orderOf(message.id, 'edit'), () => take(message, true));
      }
      case 'MESSAGE_DELETE':
      case 'MESSAGE_DELETE_BULK':
        return withdraw(data);
      case 'INTERACTION_CREATE':
        return interactions.take(interactionSchema.parse(data));
    }
  };
  return (event) => {
    try {
      handle(event);
    } catch (thrown) {
      if (!MESSAGES.has(event.type)) throw thrown;
      // Somebody may have said something: the operator can look at what it was.
      const error = toWaggleError(thrown, 'discord-event');
      intake.queue(event.type, FIRST, async () => {
        await intake.persist('unreadable', event, () => events.dead(event, error, accountKey(account)));
      });
    }
  };
}
