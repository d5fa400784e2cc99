import type { TelegramEntity } from './schema.js';

/** The bot itself, as `getMe` describes it. */
export interface BotIdentity {
  readonly id: string;
  /** Without `@`. */
  readonly username: string;
}

export interface AddressedText {
  /** The text without mentions of the bot; targets of links stand behind their words. */
  readonly text: string;
  /** The bot is mentioned, by name, by a command with its name, or by a bare command at the start. */
  readonly isMentioned: boolean;
  /** The text starts with a command that names another bot. */
  readonly isForOtherBot: boolean;
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/**
 * Finds out whom a text addresses, and takes the bot's name out of it.
 *
 * @param entities as Telegram gives them, offsets in UTF-16 units; those that do not fit the text are passed over
 */
export function readAddressing(text: string, entities: readonly TelegramEntity[], bot: BotIdentity): AddressedText {
  const ownName = `@${bot.username.toLowerCase()}`;
  const cuts: Cut[] = [];
  let isMentioned = false;
  let isForOtherBot = false;

  for (const entity of entities) {
    const start = entity.offset;
    const end = start + entity.length;
    if (entity.length === 0 || end > text.length) continue;
    const words = text.slice(start, end);
    const isLeading = text.slice(0, start).trim() === '';

    if (entity.type === 'mention' && words.toLowerCase() === ownName) {
      isMentioned = true;
      cuts.push(mentionCut(text, start, end));
    } else if (entity.type === 'text_mention' && String(entity.user?.id) === bot.id) {
      isMentioned = true;
      cuts.push(mentionCut(text, start, end));
    } else if (entity.type === 'bot_command') {
      const at = words.indexOf('@');
      if (at === -1) {
        isMentioned ||= isLeading;
      } else if (words.slice(at).toLowerCase() === ownName) {
        isMentioned = true;
        cuts.push({ start: start + at, end, put: '' });
      } else {
        isForOtherBot ||= isLeading;
      }
    } else if (entity.type === 'text_link' && entity.url !== undefined && entity.url !== words) {
      cuts.push({ start: end, end, put: ` (${entity.url})` });
    }
  }

  const rest = applyCuts(text, cuts).trim();
  // A bare mention is still a message: with nothing else to say, the name itself is what was said.
  return { text: rest === '' ? text.trim() : rest, isMentioned, isForOtherBot };
}

/** A leading mention goes with the comma or colon after it; a closing one with the comma before it; others with the space. */
function mentionCut(text: string, start: number, end: number): Cut {
  if (text.slice(0, start).trim() === '') {
    const after = /^[\s,:;]*/.exec(text.slice(end));
    return { start, end: end + (after?.[0].length ?? 0), put: '' };
  }
  const isClosing = /^\s*([?!.…]|$)/.test(text.slice(end));
  const before = (isClosing ? /,?[ \t]*$/ : /[ \t]*$/).exec(text.slice(0, start));
  return { start: start - (before?.[0].length ?? 0), end, put: '' };
}

function applyCuts(text: string, cuts: readonly Cut[]): string {
  let result = '';
  let position = 0;
  for (const cut of [...cuts].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (cut.end < position) continue;
    result += text.slice(position, Math.max(position, cut.start)) + cut.put;
    position = cut.end;
  }
  return result + text.slice(position);
}
