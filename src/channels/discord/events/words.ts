import type { Places } from './places.js';
import type { DiscordMessage } from './schema.js';

/** What Discord writes for people, channels, roles, emoji, times and commands. */
const SIGN =
  /<(?:@!?(?<user>\d+)|@&(?<role>\d+)|#(?<channel>\d+)|a?:(?<emoji>\w+):\d+|t:(?<time>-?\d+)(?::\w)?|\/(?<command>[^:>]+):\d+)>/g;

/** The words of a message as they are read aloud: signs by their names, without the mentions of the bot itself. */
export function wordsOf(text: string, mentions: DiscordMessage['mentions'], bot: string, places: Places): string {
  const names = new Map(mentions?.map((user) => [user.id, user.global_name ?? user.username]));
  let result = '';
  let from = 0;
  for (const match of text.matchAll(SIGN)) {
    const { user, role, channel, emoji, time, command } = match.groups ?? {};
    const end = match.index + match[0].length;
    if (user === bot || (role !== undefined && places.isOwnRole(role))) {
      const cut = mentionCut(text, match.index, end);
      result += text.slice(from, Math.max(from, cut.start));
      from = Math.max(from, cut.end);
      continue;
    }
    if (match.index < from) continue;
    result += text.slice(from, match.index);
    from = end;
    if (user !== undefined) result += `@${names.get(user) ?? user}`;
    else if (role !== undefined) result += `@${places.roleName(role) ?? role}`;
    else if (channel !== undefined) result += `#${places.channel(channel)?.name || channel}`;
    else if (emoji !== undefined) result += `:${emoji}:`;
    else if (time !== undefined) result += timeText(Number(time));
    else result += `/${command}`;
  }
  const words = (result + text.slice(from)).trim();
  // A bare mention is still a message: with nothing else to say, the call itself is what was said.
  return words === '' && text.trim() !== '' ? '@bot' : words;
}

/** A leading mention goes with the comma or colon after it; a closing one with the comma before it; others with the space. */
function mentionCut(text: string, start: number, end: number): { start: number; end: number } {
  if (text.slice(0, start).trim() === '') {
    return { start, end: end + (/^[\s,:;]*/.exec(text.slice(end))?.[0].length ?? 0) };
  }
  const isClosing = /^\s*([?!.…]|$)/.test(text.slice(end));
  const before = (isClosing ? /,?[ \t]*$/ : /[ \t]*$/).exec(text.slice(0, start));
  return { start: start - (before?.[0].length ?? 0), end };
}

function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime())
    ? String(seconds)
    : date
        .toISOString()
        .replace(/:\d\d\.\d+Z$/, ' UTC')
        .replace('T', ' ');
}
