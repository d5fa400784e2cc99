import { isIP } from 'node:net';
import { NetRefusal } from './netErrors.js';

/** A place that a request goes to. */
export interface NetTarget {
  readonly url: URL;
  /** Lower case, without brackets and without dots at its end. */
  readonly host: string;
  readonly port: number;
  /** The host is an address, not a name. */
  readonly isAddress: boolean;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Longer ones carry something out rather than name a page. */
const MAX_CHARS = 4000;

/** What is written into an error; a URL may be long, or carry what nobody should read. */
const SHOWN_CHARS = 200;

/**
 * Reads a URL by the rules of browsers, so that every spelling of a host (decimal, octal or hexadecimal addresses, full-width
 * letters, dots of other scripts, escapes) is seen as what it means.
 *
 * @param base for a redirect: where it comes from
 * @throws NetRefusal for a URL that cannot be read, another scheme than http and https, and one with a user or a password
 */
export function readTarget(text: string, base?: URL): NetTarget {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARS) {
    throw new NetRefusal(
      'address-form',
      `The URL has ${trimmed.length} characters; the longest that is fetched has ${MAX_CHARS}.`,
    );
  }
  if (!URL.canParse(trimmed, base?.href)) {
    throw new NetRefusal(
      'address-form',
      `${JSON.stringify(trimmed.slice(0, SHOWN_CHARS))} is no URL that can be read. It has the form https://host/path.`,
    );
  }
  const url = new URL(trimmed, base);
  const fallback = DEFAULT_PORTS[url.protocol];
  if (fallback === undefined) {
    throw new NetRefusal(
      'scheme',
      `URLs that start with ${url.protocol.slice(0, 40)} are not fetched, only http and https.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new NetRefusal(
      'credentials',
      `The URL names a user before ${url.hostname}. Leave out what stands before the @.`,
    );
  }
  url.hash = '';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  return { url, host, port: url.port === '' ? fallback : Number(url.port), isAddress: isIP(host) !== 0 };
}

/** Endings of names that no public name server answers for (RFC 6761, 6762, 8375, 9476, and what routers and offices use). */
const LOCAL_ENDINGS =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|onion|alt)$/;

/** Whether a name means something in the network of this machine only. */
export function isLocalName(host: string): boolean {
  return !host.includes('.') || LOCAL_ENDINGS.test(host);
}
