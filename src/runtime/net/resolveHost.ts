import { lookup } from 'node:dns/promises';

/** The addresses of a name, in the order in which they are to be tried. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** As the machine itself resolves names, its hosts file included. */
export const resolveBySystem: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};
