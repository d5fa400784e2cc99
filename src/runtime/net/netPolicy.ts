import { kindOfAddress } from './addressKind.js';
import { type AllowList, createAllowList, type NetAllowEntry } from './allowList.js';
import { isLocalName, type NetTarget } from './checkUrl.js';
import { NetRefusal, refuseAddress } from './netErrors.js';

/** Ports that the web is on. Others belong to services that were not made for strangers. */
const WEB_PORTS = new Set([80, 443, 8080, 8443]);

/** What a host entry of the allow-list opens. The rest takes an entry with the address itself. */
const OPENED_BY_NAME = new Set(['loopback', 'private', 'shared', 'own']);

/** Decides where requests of tools may go. */
export interface NetPolicy {
  /** Before anything is looked up. @throws NetRefusal */
  checkTarget(target: NetTarget): void;
  /** An address that a connection would be made to. @throws NetRefusal */
  checkAddress(target: Pick<NetTarget, 'host' | 'port'>, address: string): void;
}

/** @param allow what may be reached besides the public internet */
export function createNetPolicy(allow: readonly NetAllowEntry[]): NetPolicy {
  const list: AllowList = createAllowList(allow);

  const checkAddress: NetPolicy['checkAddress'] = ({ host, port }, address) => {
    const kind = kindOfAddress(address);
    if (kind === 'unreadable') throw refuseAddress(kind, host, address);
    if (list.hasAddress(address, port)) return;
    const isNamed = list.hasHost(host, port);
    if (kind !== 'public' && !(isNamed && OPENED_BY_NAME.has(kind))) throw refuseAddress(kind, host, address);
    if (!isNamed && !WEB_PORTS.has(port)) {
      throw new NetRefusal(
        'port',
        `Port ${port} of ${host} is not one of the web (${[...WEB_PORTS].join(', ')}). The operator can allow ${host}:${port} in WAGGLE_NET_ALLOW.`,
      );
    }
  };

  return {
    checkAddress,
    checkTarget: (target) => {
      const { host, port, isAddress } = target;
      if (isAddress) checkAddress(target, host);
      else if (isLocalName(host) && !list.hasHost(host, port)) {
        throw new NetRefusal(
          'local-name',
          `${host} is a name of a local network. Tools reach the public internet only. The operator can allow it in WAGGLE_NET_ALLOW; do not look for a way around.`,
        );
      }
    },
  };
}
