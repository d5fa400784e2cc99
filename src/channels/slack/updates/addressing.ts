/** Whom a text of Slack's addresses. */
export interface Addressing {
  /** The text without mentions of the bot. */
  readonly text: string;
  readonly isMentioned: boolean;
  /** Somebody else is mentioned: a person, a group, everybody. */
  readonly namesOthers: boolean;
  /** The text begins with `!name` of a command: the spelling where slashes cannot be typed. */
  readonly isCommand: boolean;
}

const MENTION = /<@([A-Z0-9]+)(?:\|[^<>]*)?>/g;
const GROUP_MENTION = /<!(?:subteam\^|here|channel|everyone)/;

/**
 * Finds out whom a text addresses, and takes the bot's name out of it.
 *
 * @param text as Slack gives it, mentions as `<@U1>`
 * @param isCommandName whether a command has this name
 */
export function readAddressing(text: string, botUser: string, isCommandName: (name: string) => boolean): Addressing {
  let isMentioned = false;
  let namesOthers = GROUP_MENTION.test(text);
  for (const [, user] of text.matchAll(MENTION)) {
    if (user === botUser) isMentioned = true;
    else namesOthers = true;
  }
  const rest = isMentioned ? withoutMention(text, botUser) : text.trim();
  const name = /^!([\p{L}\p{N}_-]{1,64})(?:\s|$)/u.exec(rest)?.[1];
  const isCommand = name !== undefined && isCommandName(name.toLowerCase().replaceAll('-', '_'));
  return { text: isCommand ? `/${rest.slice(1)}` : rest, isMentioned, namesOthers, isCommand };
}

/** A leading mention goes with the comma or colon after it; a closing one with the comma before it; others with a space. */
function withoutMention(text: string, botUser: string): string {
  const own = `<@${botUser}(?:\\|[^<>]*)?>`;
  const rest = text
    .replace(new RegExp(`^\\s*${own}[\\s,:;]*`), '')
    .replace(new RegExp(`,?[ \\t]*${own}(?=\\s*(?:[?!.…,;:]|$))`, 'g'), '')
    .replace(new RegExp(`[ \\t]*${own}`, 'g'), '')
    .trim();
  return rest;
}
