import type { Clock } from '../../../core/clock.js';
import { toWaggleError, type WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { Sender } from '../../../core/message.js';
import { accountKey } from '../../../core/ports/egress.js';
import type { Accept } from '../../../core/ports/ingress.js';
import { pickLanguage, wordingIn } from '../../../reply/catalogue/catalogue.js';
import type { ChatMoves } from '../egress/chatMoves.js';
import type { BotIdentity } from '../updates/addressing.js';
import { inOriginalChat } from '../updates/inOriginalChat.js';
import { orderKeyOf, type Reading } from '../updates/reading.js';
import { readUpdate } from '../updates/readUpdate.js';
import { createAlbums } from './albums.js';
import type { ButtonAnswers } from './buttonAnswers.js';
import type { TelegramEvents } from './events.js';

/** A line for a presser, in the language of the person's client. */
function lineFor({ locale }: Pick<Sender, 'locale'>, key: 'not-for-you' | 'stop-stale'): string {
  return wordingIn(pickLanguage([locale])).text(key, {});
}

/** An update after reading: what it means, or why it can never be read. */
export type Opened =
  | { readonly kind: 'read'; readonly update: unknown; readonly reading: Reading; readonly orderKey: string | null }
  | { readonly kind: 'unreadable'; readonly update: unknown; readonly error: WaggleError; readonly orderKey: null };

/** `stored`: something new was written durably, so the store works. */
export type Taken = 'stored' | 'passed';

/** From an update to whoever is concerned. Polling and webhook both end here. */
export interface Intake {
  open(update: unknown): Opened;
  /** Resolves once the update may be confirmed. Rejects when it could not be stored: it must come again. */
  take(opened: Opened): Promise<Taken>;
  /** Hands an update over as dead; it may then be confirmed. Rejects when even that could not be stored. */
  bury(update: unknown, error: WaggleError): Promise<void>;
}

export function createIntake(deps: {
  bot: BotIdentity;
  accept: Accept;
  events: TelegramEvents;
  answers: Pick<ButtonAnswers, 'answer' | 'retire'>;
  moves: ChatMoves;
  clock: Pick<Clock, 'now'>;
  log: Log;
}): Intake {
  const { bot, accept, events, answers, moves, clock, log } = deps;
  const albums = createAlbums();

  const bury = async (update: unknown, error: WaggleError) => {
    log.error({ err: error, code: error.code }, 'a Telegram update is given up as dead');
    await events.dead(update, error, accountKey({ platform: 'telegram', account: bot.id }));
  };

  const takeReading = async (reading: Reading): Promise<Taken> => {
    switch (reading.kind) {
      case 'message': {
        const { message, unread } = reading;
        if (unread.length > 0)
          log.warn({ identity: message.identity, unread }, 'a kind of Telegram message that cannot be read');
        const meant = albums.inAlbum(message);
        // Should one of them not be stored, this message comes again, and with it they do: none is stored twice.
        for (const earlier of albums.keptBefore(meant)) await accept(earlier);
        const { outcome } = await accept(meant);
        if (meant.addressed) albums.forget(meant);
        else if (outcome === 'refused') albums.keep(meant);
        return outcome === 'stored' ? 'stored' : 'passed';
      }
      case 'stopPress':
        answers.answer(reading.query, await events.stopPressed(reading.press));
        return 'passed';
      case 'choicePress': {
        const accepted = await accept(reading.message);
        const isTold = accepted.outcome === 'refused' && accepted.isStranger !== true;
        const line = 'line' in accepted ? accepted.line : undefined;
        answers.answer(reading.query, line ?? (isTold ? lineFor(reading.message.sender, 'not-for-you') : null));
        return accepted.outcome === 'stored' ? 'stored' : 'passed';
      }
      case 'deadButton':
        answers.answer(reading.query, lineFor(reading.by, 'stop-stale'));
        if (reading.place !== null) answers.retire(reading.place);
        return 'passed';
      case 'moved':
        log.info({ ...reading.move }, 'a Telegram group became a supergroup');
        await events.moved(reading.move);
        return 'passed';
      case 'membership':
        log.info({ chat: reading.change.address.chat, status: reading.change.status }, 'Telegram membership changed');
        await events.membershipChanged(reading.change);
        return 'passed';
      case 'ignored':
        log.debug({ why: reading.why }, 'a Telegram update is passed over');
        return 'passed';
    }
  };

  return {
    open: (update) => {
      try {
        const read = readUpdate(update, bot, clock.now());
        // Known at once: what follows in the same answer may come from the new group already.
        if (read.kind === 'moved') moves.note(read.move.from, read.move.to);
        const reading = inOriginalChat(read, moves);
        if (reading.kind === 'message') albums.note(reading.message);
        return { kind: 'read', update, reading, orderKey: orderKeyOf(reading) };
      } catch (thrown) {
        return { kind: 'unreadable', update, error: toWaggleError(thrown, 'telegram-update'), orderKey: null };
      }
    },
    take: async (opened) => {
      if (opened.kind === 'read') return takeReading(opened.reading);
      await bury(opened.update, opened.error);
      return 'passed';
    },
    bury,
  };
}
