import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const HOST = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/;
/** `[address]:port`, `[address]`, else what stands before the one colon; several colons are an IPv6 address. */
const PARTS =
  /^(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[^:[\]]+)|(?<bare>[^[\]]*:[^[\]]*:[^[\]]*))(?::(?<port>\d{1,5}))?$/;

const hostSchema = z.string().regex(HOST);
const rangeSchema = z.string().refine((text) => ipaddr.isValidCIDR(text));
const portSchema = z.coerce.number().int().min(1).max(65_535);

/** One place that tools may reach: a host name (`*.` before it: all below it), an address or a range; null: any port. */
export interface NetAllowed {
  readonly target: { readonly host: string } | { readonly range: string };
  readonly port: number | null;
}

/** Reads `host`, `*.host`, `address`, `address/bits`, each also with `:port`. */
export const netAllowSchema = z.string().transform((entry, context): NetAllowed => {
  const { bracketed, plain, bare, port } = PARTS.exec(entry.toLowerCase())?.groups ?? {};
  const text = bracketed ?? plain ?? bare ?? '';
  const target = targetOf(text);
  const portRead = port === undefined ? null : (portSchema.safeParse(port).data ?? 'bad');
  if (target === null || portRead === 'bad') {
    context.addIssue({ code: 'custom', message: 'neither a host nor an address' });
    return z.NEVER;
  }
  return { target, port: portRead };
});

function targetOf(text: string): NetAllowed['target'] | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return { range: `${text}/32` };
  if (ipaddr.IPv6.isValid(text)) return { range: `${text}/128` };
  if (text.includes('/')) return rangeSchema.safeParse(text).success ? { range: text } : null;
  // What looks like a number is an address that somebody misspelled; a name of that form would be read as an address, too.
  return /(?:^|\.)(?:0x)?[\da-f]*\d$/.test(text) && ipaddr.isValid(text) ? null : hostOf(text);
}

function hostOf(text: string): { readonly host: string } | null {
  const host = hostSchema.safeParse(text).data;
  return host === undefined ? null : { host };
}
