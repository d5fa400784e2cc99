import ipaddr from 'ipaddr.js';

/** What the operator lets tools reach although the network guard would refuse it (`WAGGLE_NET_ALLOW`). */
export interface NetAllowEntry {
  /** A host name, `*.` before it for all below it, or a range of addresses as CIDR. */
  readonly target: { readonly host: string } | { readonly range: string };
  /** Null: any port. */
  readonly port: number | null;
}

/** The entries, ready to be asked. */
export interface AllowList {
  hasHost(host: string, port: number): boolean;
  hasAddress(address: string, port: number): boolean;
}

/** @throws Error for a range that is none */
export function createAllowList(entries: readonly NetAllowEntry[]): AllowList {
  const hosts = entries.flatMap(({ target, port }) =>
    'host' in target ? [{ host: target.host.toLowerCase(), port }] : [],
  );
  const ranges = entries.flatMap(({ target, port }) =>
    'range' in target ? [{ range: ipaddr.parseCIDR(target.range), port }] : [],
  );
  return {
    hasHost: (host, port) => hosts.some((entry) => isPort(entry.port, port) && isHost(entry.host, host)),
    hasAddress: (address, port) => {
      const parsed = ipaddr.process(address);
      return ranges.some(({ range: [base, bits], port: wanted }) => {
        return isPort(wanted, port) && parsed.kind() === base.kind() && parsed.match(base, bits);
      });
    },
  };
}

function isPort(wanted: number | null, port: number): boolean {
  return wanted === null || wanted === port;
}

function isHost(entry: string, host: string): boolean {
  return entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : entry === host;
}
