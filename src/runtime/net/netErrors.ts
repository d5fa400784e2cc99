import { WaggleError } from '../../core/errors.js';
import type { AddressKind } from './addressKind.js';

/** Why the network guard does not let a request out. */
export type RefusalReason =
  | Exclude<AddressKind, 'public'>
  | 'address-form'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'local-name'
  | 'secret';

/** A request that the network guard does not let out; nothing was sent to the refused place. */
export class NetRefusal extends WaggleError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(`net-refused-${reason}`, message, { sentence: 'The network guard of this gateway refused that address.' });
    this.name = 'NetRefusal';
    this.reason = reason;
  }
}

/** A request that went out and came to nothing. */
export class NetFailure extends WaggleError {
  constructor(
    kind: 'name' | 'connection' | 'time' | 'size' | 'redirects' | 'encoding' | 'status' | 'type',
    message: string,
    cause?: unknown,
  ) {
    super(`net-${kind}`, message, { sentence: 'That page could not be fetched.', cause });
    this.name = 'NetFailure';
  }
}

const KIND_NAMES: Readonly<Record<Exclude<AddressKind, 'public'>, string>> = {
  loopback: 'an address of this machine itself',
  private: 'an address of a private network',
  shared: "an address of a provider's inner network (100.64.0.0/10)",
  own: 'an address of this machine itself',
  linkLocal: 'a link-local address',
  metadata: 'where a cloud keeps the credentials of its machines',
  multicast: 'a multicast address',
  unspecified: 'the unspecified address, which means this machine',
  embedded: 'an IPv6 address that hides an IPv4 address',
  reserved: 'a reserved address that is not on the public internet',
  unreadable: 'no address that can be read',
};

/** Refuses an address; `host` is the name that led there, or the address itself. */
export function refuseAddress(kind: Exclude<AddressKind, 'public'>, host: string, address: string): NetRefusal {
  const what = host === address ? host : `${host} leads to ${address}, which`;
  return new NetRefusal(
    kind,
    `${what} is ${KIND_NAMES[kind]}. Tools reach the public internet only. The operator can allow it in WAGGLE_NET_ALLOW; do not look for a way around.`,
  );
}
