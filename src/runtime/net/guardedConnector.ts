import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { z } from 'zod';
import { NetFailure, NetRefusal } from './netErrors.js';
import type { NetPolicy } from './netPolicy.js';
import type { ResolveHost } from './resolveHost.js';

/** How long a connection may take to stand, in milliseconds. */
const CONNECT_MS = 10_000;

/**
 * Makes connections for `undici`. A name is resolved once, all its addresses are judged, and the connection goes to one of the
 * very addresses that were judged: a name that answers differently the next time (DNS rebinding) gains nothing. One bad address
 * among good ones refuses the name.
 */
export function createGuardedConnector(deps: {
  readonly policy: NetPolicy;
  readonly resolve: ResolveHost;
}): buildConnector.connector {
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const target = { host, port };

    const lookup: LookupFunction = (_name, { all }, found) => {
      judged(target, deps).then(
        ([first, ...others]) => {
          if (all) found(null, [first, ...others].map(withFamily));
          else found(null, first, familyOf(first));
        },
        (error: unknown) => found(error instanceof Error ? error : new Error(String(error)), []),
      );
    };

    const connect = buildConnector({ timeout: CONNECT_MS, lookup });
    connect({ ...options, hostname: host }, (...result) => {
      const [error, socket] = result;
      if (error !== null) return callback(error, null);
      try {
        // Whatever was resolved: what counts in the end is where the connection leads.
        deps.policy.checkAddress(target, socket.remoteAddress ?? '');
      } catch (refusal) {
        socket.destroy();
        return callback(refusal instanceof NetRefusal ? refusal : new Error('refused', { cause: refusal }), null);
      }
      return callback(null, socket);
    });
  };
}

async function judged(
  target: { readonly host: string; readonly port: number },
  { policy, resolve }: { readonly policy: NetPolicy; readonly resolve: ResolveHost },
): Promise<readonly [string, ...string[]]> {
  const addresses = await resolve(target.host).catch((error: unknown) => {
    throw nameFailure(target.host, error);
  });
  for (const address of addresses) policy.checkAddress(target, address);
  const [first, ...others] = addresses;
  if (first === undefined)
    throw new NetFailure('name', `${target.host} has no address. Check the spelling of the host.`);
  return [first, ...others];
}

const codeSchema = z.object({ code: z.string() });

/** A name that does not exist is for the model to correct; name servers that do not answer are not. */
function nameFailure(host: string, error: unknown): NetFailure {
  const code = codeSchema.safeParse(error).data?.code ?? '';
  const isUnknown = ['ENOTFOUND', 'ENODATA'].includes(code);
  const message = isUnknown
    ? `There is no host ${host}. Check its spelling.`
    : `${host} could not be looked up (${code || 'unknown reason'}): the name server does not answer. Try later.`;
  return new NetFailure('name', message, error);
}

const familyOf = (address: string) => (address.includes(':') ? 6 : 4);
const withFamily = (address: string) => ({ address, family: familyOf(address) });
