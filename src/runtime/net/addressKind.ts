import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** What an address leads to, as far as it matters for who may reach it. */
export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'own'
  | 'linkLocal'
  | 'metadata'
  | 'multicast'
  | 'unspecified'
  | 'embedded'
  | 'reserved'
  | 'unreadable';

/**
 * Where clouds tell a machine about itself, its credentials included: AWS (also of containers), Google, Azure, Oracle, Alibaba.
 * Azure's is an ordinary public address, and only known by this list.
 */
const METADATA = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

/** Ranges of `ipaddr.js` that have a kind of their own; all others but `unicast` are reserved. */
const BY_RANGE: Readonly<Record<string, AddressKind>> = {
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  carrierGradeNat: 'shared',
  linkLocal: 'linkLocal',
  multicast: 'multicast',
  unspecified: 'unspecified',
  '6to4': 'embedded',
  teredo: 'embedded',
  rfc6145: 'embedded',
};

/** All of the internet's IPv6 addresses; what lies outside has no public use (RFC 4291 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The well-known prefix of NAT64 (RFC 6052): how networks without IPv4 reach it, so what it stands for decides. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** `::a.b.c.d`, given up by RFC 4291 2.5.5.1. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/** Parts 5 and 6 of an ISATAP address (RFC 5214), which ends in an IPv4 address. */
const isIsatap = ({ parts }: ipaddr.IPv6) => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

/**
 * Judges an address. Only what is known to be public is called so: a new kind of address is refused until somebody looked at
 * it.
 *
 * @param address as a resolver or a parsed URL writes it, without brackets
 */
export function kindOfAddress(address: string): AddressKind {
  if (isIP(address) === 0) return 'unreadable';
  const parsed = ipaddr.process(address);
  const plain = parsed instanceof ipaddr.IPv6 ? new ipaddr.IPv6(parsed.parts) : parsed;
  if (METADATA.has(plain.toString())) return 'metadata';
  const kind = plain instanceof ipaddr.IPv6 ? kindOfIPv6(plain) : kindOfRange(plain.range());
  return kind === 'public' && isOwn(plain.toNormalizedString()) ? 'own' : kind;
}

function kindOfIPv6(address: ipaddr.IPv6): AddressKind {
  if (address.match(NAT64)) return kindOfAddress(new ipaddr.IPv4(address.toByteArray().slice(12)).toString());
  const kind = kindOfRange(address.range());
  if (kind !== 'public') return kind;
  if (address.match(IPV4_COMPATIBLE) || isIsatap(address)) return 'embedded';
  return address.match(GLOBAL_UNICAST) ? 'public' : 'reserved';
}

function kindOfRange(range: string): AddressKind {
  return range === 'unicast' ? 'public' : (BY_RANGE[range] ?? 'reserved');
}

/** Services that trust whoever is on this machine are often reached through its public address too. */
function isOwn(normalized: string): boolean {
  return Object.values(networkInterfaces()).some((list) =>
    (list ?? []).some(({ address }) => ipaddr.process(address).toNormalizedString() === normalized),
  );
}
