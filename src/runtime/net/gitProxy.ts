import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AllowList, createAllowList, type NetAllowEntry } from './allowList.js';
import { createNetPolicy } from './netPolicy.js';
import { type ResolveHost, resolveBySystem } from './resolveHost.js';

export interface GitNetDeps {
  /** Where git may go (`WAGGLE_GIT_HOSTS`). */
  readonly hosts: readonly NetAllowEntry[];
  /** What tools may reach besides the public internet (`WAGGLE_NET_ALLOW`). */
  readonly allow: readonly NetAllowEntry[];
  /** Default: the machine's own. */
  readonly resolve?: ResolveHost;
}

/** The way out for one call of git. */
export interface GitProxy {
  /** A socket that speaks HTTP and knows CONNECT. */
  readonly socket: string;
  /** Why connections were refused, in order. */
  readonly refusals: readonly string[];
  close(): Promise<void>;
}

const CONNECT_MS = 15_000;

/** Whether the operator lets git go to a host. */
export function createGitHosts(hosts: readonly NetAllowEntry[]) {
  const list: AllowList = createAllowList(hosts);
  return {
    isEmpty: hosts.length === 0,
    has: (host: string, port: number) => (isIP(host) === 0 ? list.hasHost(host, port) : list.hasAddress(host, port)),
  };
}

/**
 * Opens a proxy for one call of git, whose sandbox has no network but this. It opens connections to hosts of the list alone, and
 * to addresses that the network guard lets tools reach, judged after the name was resolved.
 */
export async function openGitProxy({ hosts, allow, resolve = resolveBySystem }: GitNetDeps): Promise<GitProxy> {
  const known = createGitHosts(hosts);
  // The list of git opens neither private addresses nor unusual ports: those stand under the rule of all tools.
  const policy = createNetPolicy(allow);
  const folder = await mkdtemp(join(tmpdir(), 'waggle-git-'));
  const socket = join(folder, 'net');
  const refusals: string[] = [];
  const open = new Set<Socket>();

  const addressOf = async (host: string, port: number): Promise<string> => {
    if (!known.has(host, port))
      throw new Error(`git may not go to ${host}:${port}; the operator can allow it in WAGGLE_GIT_HOSTS`);
    const addresses = isIP(host) === 0 ? await resolve(host) : [host];
    for (const address of addresses) policy.checkAddress({ host, port }, address);
    const [first] = addresses;
    if (first === undefined) throw new Error(`${host} has no address`);
    return first;
  };

  const server = createServer((_, response) => {
    response.writeHead(405).end();
  });
  server.on('connect', (request, client: Socket, head: Buffer) => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => open.delete(client));
    const [, host = '', portText = ''] = /^\[?([^\]]*)\]?:(\d{1,5})$/.exec(request.url ?? '') ?? [];
    const port = Number(portText);
    addressOf(host.toLowerCase(), port).then(
      (address) => {
        const remote = connect({ host: address, port, timeout: CONNECT_MS });
        open.add(remote);
        remote.once('connect', () => {
          remote.setTimeout(0);
          client.write('HTTP/1.1 200 Connection established\r\n\r\n');
          remote.write(head);
          client.pipe(remote);
          remote.pipe(client);
        });
        remote.on('timeout', () => remote.destroy());
        remote.on('error', () => client.destroy());
        remote.on('close', () => {
          open.delete(remote);
          client.destroy();
        });
        client.on('close', () => remote.destroy());
      },
      (thrown: unknown) => {
        refusals.push(thrown instanceof Error ? thrown.message : String(thrown));
        client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      },
    );
  });
  await new Promise<void>((resolved, rejected) => {
    server.once('error', rejected);
    server.listen(socket, resolved);
  });
  return {
    socket,
    refusals,
    close: async () => {
      for (const one of open) one.destroy();
      await new Promise<void>((resolved) => {
        server.close(() => resolved());
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
