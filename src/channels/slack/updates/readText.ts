import { unescapeMrkdwn } from '../render/mrkdwn.js';

/** `<...>` in Slack's texts: a mention, a channel, a special command, a link. */
const REFERENCE = /<([^<>]+)>/g;

/** The ids of the people that a text mentions. */
export function mentionedUsers(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/<@([A-Z0-9]+)(?:\|[^<>]*)?>/g)].map(([, user]) => user ?? ''))];
}

/**
 * A text of Slack's as people read it: names in place of ids, links behind their words, no escapes. Marks such as `*bold*`
 * stay: they read well as they are.
 *
 * @param nameOf name of a person; null when not known
 */
export function readText(text: string, nameOf: (user: string) => string | null): string {
  const read = text.replace(REFERENCE, (whole, inner: string) => {
    const bar = inner.indexOf('|');
    const target = bar < 0 ? inner : inner.slice(0, bar);
    const label = bar < 0 ? '' : inner.slice(bar + 1);
    if (target.startsWith('@')) return `@${nameOf(target.slice(1)) ?? (label || target.slice(1))}`;
    if (target.startsWith('#')) return `#${label || target.slice(1)}`;
    if (target.startsWith('!date^')) return label || (target.split('^')[2] ?? '');
    if (target.startsWith('!subteam^')) return label === '' ? '@group' : `@${label.replace(/^@/, '')}`;
    if (target.startsWith('!')) return `@${label || target.slice(1)}`;
    if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return whole;
    const address = target.replace(/^mailto:/, '');
    return label === '' || label === address ? address : `${label} (${address})`;
  });
  return unescapeMrkdwn(read).trim();
}
