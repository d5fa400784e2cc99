import { createBackOff } from '../../../core/backOff.js';
import type { Clock } from '../../../core/clock.js';
import type { CommandSpec } from '../../../core/commandSpec.js';
import type { Log } from '../../../core/log.js';
import type { InboundMessage } from '../../../core/message.js';
import { pause } from '../../../core/pause.js';
import type { ChannelEvents } from '../../../core/ports/channelEvents.js';
import { pickLanguage, wordingIn } from '../../../reply/catalogue/catalogue.js';
import { askedMessage, askId, pressOf } from '../components.js';
import type { Places } from '../events/places.js';
import { readInteraction } from '../events/readInteraction.js';
import type { BotIdentity } from '../events/readMessage.js';
import { type DiscordInteraction, MESSAGE_COMMAND } from '../events/schema.js';
import { orderOf } from '../events/snowflake.js';
import { interactionWay } from '../interactionWay.js';
import type { ChannelReads } from '../wire/channelReads.js';
import type { Answers, InteractionRef } from './answers.js';
import { createAskedMessages } from './askedMessages.js';
import type { Intake } from './intake.js';
import type { Locales } from './locales.js';
import { completionsOf, WORDS_OPTION } from './menu.js';
import type { Pending, PendingInteraction } from './pending.js';
import type { Seen } from './seen.js';

/** Types of interactions (API, "Interaction Type"). */
const COMMAND = 2;
const COMPONENT = 3;
const AUTOCOMPLETE = 4;
const WINDOW = 5;

/** Discord may tell an interaction twice; ids of the last ones are kept. */
const MAX_KNOWN = 2_000;

/** Pauses between tries of what must not be left undone while an interaction's token is good. */
const BASE_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

export interface InteractionDeps {
  readonly bot: BotIdentity;
  readonly reads: ChannelReads;
  readonly answers: Answers;
  readonly pending: Pending;
  readonly intake: Intake;
  readonly events: Pick<ChannelEvents, 'stopPressed' | 'mayWrite'>;
  readonly places: Places;
  readonly seen: Pick<Seen, 'meet'>;
  readonly locales: Pick<Locales, 'note'>;
  readonly commands: readonly CommandSpec[];
  /** Of listening. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}

/** Takes in what people do with commands, buttons, menus and windows: acknowledged at once, then stored like messages. */
export interface Interactions {
  /** Never waits and never throws. */
  take(interaction: DiscordInteraction): void;
  /** Goes on with those that an earlier process had not stored. */
  recover(): Promise<void>;
  settled(): Promise<void>;
}

export function createInteractions(deps: InteractionDeps): Interactions {
  const { bot, reads, answers, pending, intake, events, places, commands, signal, clock, log } = deps;
  const known = new Set<string>();
  const asked = createAskedMessages({ bot, reads, places, log });
  const running = new Set<Promise<void>>();

  /** Stores a message whose answer goes in place of another one. */
  const store = (
    message: InboundMessage,
    ref: InteractionRef,
    place: string,
  ): Promise<{ readonly outcome: 'taken' | 'refused' | 'stranger' | 'lost'; readonly line?: string }> => {
    const way = interactionWay({ message: place, token: ref.token }, message.sentAt);
    // A pressed control stands below a message that is there for others too; a placeholder is the person's own.
    const own = message.inPlaceOf === undefined ? { ownPlace: true as const } : {};
    const placed = { ...message, ...own, inPlaceOf: place, address: { ...message.address, interaction: way } };
    return new Promise((resolve) => {
      intake.queue(message.address.chat, orderOf(ref.id, 'message'), async () => {
        // A DM that only knows commands so far is remembered too: what is said in it later may be missed.
        if (message.address.kind === 'dm') await deps.seen.meet(message.address.chat);
        const acceptance = await intake.store(placed);
        if (acceptance === null) return resolve({ outcome: 'lost' });
        const line = 'line' in acceptance && acceptance.line !== undefined ? { line: acceptance.line } : {};
        if (acceptance.outcome !== 'refused') resolve({ outcome: 'taken', ...line });
        else resolve({ outcome: acceptance.isStranger === true ? 'stranger' : 'refused', ...line });
      });
    });
  };

  /** Tries until it succeeds, for as long as an interaction's token is good; null when it did not. */
  const insist = async <T>(what: string, until: number, work: () => Promise<T>): Promise<T | null> => {
    const backOff = createBackOff({ baseMs: BASE_PAUSE_MS, capMs: MAX_PAUSE_MS });
    while (!signal.aborted && clock.now() < until) {
      try {
        return await work();
      } catch (thrown) {
        log.warn({ err: thrown, what }, 'an interaction is not settled; trying again');
      }
      await pause(clock, backOff.next(), signal);
    }
    return null;
  };

  const entryOf = ({ id, token }: DiscordInteraction, message: InboundMessage): PendingInteraction => {
    const { until } = interactionWay({ message: '', token }, message.sentAt);
    return { id, token, until, message };
  };

  const inDoubt = (thrown: unknown): 'in-doubt' => {
    log.warn({ err: thrown }, 'whether the first answer to an interaction arrived is not known; asking');
    return 'in-doubt';
  };

  /** "Thinking ..." first, then the store; no placeholder stays without a turn that fills it. */
  const runDeferred = async (interaction: DiscordInteraction, message: InboundMessage) => {
    const entry = entryOf(interaction, message);
    const close = await pending.open(entry);
    const deferred = await answers.defer(entry).catch(inDoubt);
    if (deferred === 'in-doubt') return resume(entry, close);
    if (deferred === null) return close();
    await finish(entry, deferred.placeholder, close);
  };

  /** Goes on with an interaction of which is not known whether its first answer arrived. */
  const resume = async (entry: PendingInteraction, close: () => Promise<void>) => {
    const found = await insist('find', entry.until, async () => ({ placeholder: await answers.placeholderOf(entry) }));
    // Left written down: the next process looks again.
    if (found === null && signal.aborted) return;
    if (found === null || found.placeholder === null) return close();
    await finish(entry, found.placeholder, close);
  };

  const finish = async (entry: PendingInteraction, placeholder: string, close: () => Promise<void>) => {
    const { outcome, line } = await store(entry.message, entry, placeholder);
    // What is neither stored nor refused is left written down: the next process goes on with it.
    if (outcome === 'lost') return;
    if (line !== undefined) await answers.whisper(entry, line);
    else if (outcome === 'refused' || outcome === 'stranger') {
      if (entry.message.inPlaceOf !== undefined) {
        if (outcome === 'refused') await whisper(entry, entry.message.sender.locale, 'not-for-you');
      } else {
        await insist('withdraw', entry.until, () => answers.withdraw(entry));
        if (signal.aborted) return;
      }
    }
    await close();
  };

  const takeCommand = async (interaction: DiscordInteraction) => {
    const { data } = interaction;
    if (data?.type === MESSAGE_COMMAND) return openQuestion(interaction);
    const words = data?.options?.find((option) => option.name === WORDS_OPTION)?.value ?? '';
    const message = readInteraction(interaction, bot, `/${data?.name ?? ''} ${String(words)}`.trim());
    if (message !== null) await runDeferred(interaction, message);
  };

  const mayWrite = async (interaction: DiscordInteraction, what: string) => {
    const asked = readInteraction(interaction, bot, '');
    return asked !== null && (await events.mayWrite({ address: asked.address, sender: asked.sender, what }));
  };

  const openQuestion = async (interaction: DiscordInteraction) => {
    if (!(await mayWrite(interaction, 'window'))) return;
    const wording = wordingIn(pickLanguage([interaction.locale]));
    await answers.ask(interaction, {
      id: askId(asked.note(interaction)),
      title: wording.text('ask-title', {}),
      label: wording.text('ask-question', {}),
    });
  };

  const takeWindow = async (interaction: DiscordInteraction) => {
    const target = askedMessage(interaction.data?.custom_id ?? '');
    const inputs = interaction.data?.components?.flatMap((row) => row.components ?? []) ?? [];
    const question = inputs.find((input) => input.value !== undefined)?.value?.trim() ?? '';
    if (target === null || question === '') return void (await answers.acknowledge(interaction));
    const quoted = await asked.textOf(interaction, target);
    const message = readInteraction(interaction, bot, question, quoted === '' ? {} : { replyTo: quoted });
    if (message !== null) await runDeferred(interaction, message);
  };

  /** A line of the catalogue, in the language of the person's client. */
  const whisper = (ref: InteractionRef, locale: string | null | undefined, key: string) =>
    answers.whisper(ref, wordingIn(pickLanguage([locale])).text(key, {}));

  const takePress = async (interaction: DiscordInteraction) => {
    const { data, locale, message: shown } = interaction;
    const press = pressOf(data?.custom_id ?? '', data?.values ?? []);
    const message = readInteraction(interaction, bot, press.kind === 'command' ? press.command : '');
    if (message === null || shown === null || shown === undefined || press.kind === 'dead') {
      if (await answers.acknowledge(interaction)) await whisper(interaction, locale, 'stop-stale');
      return;
    }
    if (press.kind === 'stop') {
      const { address, lane, sender: by } = message;
      let line: string | null = null;
      // Whatever becomes of its acknowledgement, a stop counts.
      const told = answers.acknowledge(interaction).catch(inDoubt);
      await intake.persist('stop', { turn: press.turn, lane }, async () => {
        line = await events.stopPressed({ turn: press.turn, by, address, lane });
      });
      if ((await told) === true && line !== null) await answers.whisper(interaction, line);
      return;
    }
    const entry = entryOf(interaction, { ...message, inPlaceOf: shown.id });
    const close = await pending.open(entry);
    const told = await answers.acknowledge(interaction).catch(inDoubt);
    if (told === 'in-doubt') return resume(entry, close);
    if (!told) return close();
    await finish(entry, shown.id, close);
  };

  const complete = async (interaction: DiscordInteraction) => {
    if (!(await mayWrite(interaction, 'completion'))) return answers.complete(interaction, []);
    const command = commands.find((entry) => entry.name === interaction.data?.name);
    const typed = interaction.data?.options?.find((option) => option.focused === true)?.value ?? '';
    return answers.complete(interaction, completionsOf(command, String(typed)));
  };

  const handle = async (interaction: DiscordInteraction) => {
    switch (interaction.type) {
      case COMMAND:
        return takeCommand(interaction);
      case COMPONENT:
        return takePress(interaction);
      case AUTOCOMPLETE:
        return complete(interaction);
      case WINDOW:
        return takeWindow(interaction);
      default:
        log.warn({ type: interaction.type }, 'a kind of Discord interaction that nobody answers');
    }
  };

  const own = (work: Promise<unknown>) => {
    const run = work
      .then(() => {})
      .catch((thrown: unknown) => log.error({ err: thrown }, 'an interaction could not be handled'))
      .finally(() => running.delete(run));
    running.add(run);
  };

  return {
    take: (interaction) => {
      deps.locales.note(interaction);
      if (known.has(interaction.id)) return;
      known.add(interaction.id);
      for (const oldest of known) {
        if (known.size <= MAX_KNOWN) break;
        known.delete(oldest);
      }
      own(handle(interaction));
    },
    recover: async () => {
      for (const { entry, close } of await pending.left()) {
        if (clock.now() >= entry.until) {
          log.warn({ identity: entry.message.identity }, 'an interaction ended without an answer while nobody ran');
          await close();
          continue;
        }
        own(resume(entry, close));
      }
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
