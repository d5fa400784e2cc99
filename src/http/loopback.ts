import { FORWARDING_HEADERS, FORWARDING_PREFIXES } from './forwardingHeaders.js';

const LOOPBACK_V4 = /^127\.(?:\d{1,3})\.(?:\d{1,3})\.(?:\d{1,3})$/;
const HOST = /^(?<name>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(?<port>\d{1,5}))?$/i;

/** Whether a socket's other end is this machine: 127.0.0.0/8, `::1`, or the former mapped into IPv6. */
export function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  if (address === '::1') return true;
  return isLoopbackV4(address.replace(/^::ffff:/i, ''));
}

/** Whether a Host header names this machine: `localhost`, 127.0.0.0/8 or `[::1]`, with or without a port. */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = HOST.exec(host ?? '')?.groups?.name?.toLowerCase();
  if (name === undefined) return false;
  return name === 'localhost' || name === '[::1]' || isLoopbackV4(name);
}

/** Whether an Origin header is `http://` followed by what the Host header says. Browsers send it with every POST. */
export function isSameOrigin(origin: string, host: string): boolean {
  return (
    URL.canParse(origin) && URL.canParse(`http://${host}`) && new URL(`http://${host}`).origin === origin.toLowerCase()
  );
}

/** The first header that shows a proxy on the way, or null. Names are lower case, as Node gives them. */
export function forwardingHeaderIn(headers: Readonly<Record<string, unknown>>): string | null {
  for (const name of Object.keys(headers)) {
    if (FORWARDING_HEADERS.has(name) || FORWARDING_PREFIXES.some((prefix) => name.startsWith(prefix))) return name;
  }
  return null;
}

function isLoopbackV4(address: string): boolean {
  return LOOPBACK_V4.test(address) && address.split('.').every((part) => Number(part) <= 255);
}
