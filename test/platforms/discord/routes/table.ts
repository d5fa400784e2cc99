import { accountRoutes } from './accounts.js';
import { channelRoutes } from './channels.js';
import { interactionRoutes } from './interactions.js';
import { messageRoutes } from './messages.js';
import type { Route } from './route.js';

/** Name of the download of an attachment, for faults and calls. */
export const DOWNLOAD = 'download';

/** All routes, first match wins. */
export const routes: readonly Route[] = [...messageRoutes, ...channelRoutes, ...accountRoutes, ...interactionRoutes];

const compiled = routes.map((entry) => ({
  entry,
  pattern: new RegExp(`^${entry.pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

/** Whether a fault can name it. */
export const isRouteName = (name: string) => name === DOWNLOAD || routes.some((entry) => entry.name === name);

/** The route of a request below `/api/v10`; `wrong-method` when only other methods are there. */
export function findRoute(
  method: string,
  path: string,
): { route: Route; path: Record<string, string> } | 'wrong-method' | undefined {
  let found: 'wrong-method' | undefined;
  const plain = path.replaceAll('%40', '@');
  if (/%(?![0-9A-Fa-f]{2})/.test(plain)) return undefined;
  for (const { entry, pattern } of compiled) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    if (entry.method !== method) {
      found = 'wrong-method';
      continue;
    }
    const parts = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)] as const);
    return { route: entry, path: Object.fromEntries(parts) };
  }
  return found;
}
