import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import type { NetAllowEntry } from '../../net/allowList.js';
import { createGuardedClient } from '../../net/guardedClient.js';
import type { Extractor } from '../../web/extractor.js';
import type { ToolDefinition } from '../toolDefinition.js';
import { chooseService, type SearchSettings } from './search/chooseService.js';
import { createWebFetch } from './webFetch.js';
import { createWebSearch } from './webSearch.js';

export interface WebToolOptions {
  /** `WAGGLE_NET_ALLOW`. */
  readonly allow: readonly NetAllowEntry[];
  readonly search: SearchSettings;
  /** Takes configured secrets out of a text. */
  readonly redact: (text: string) => string;
  readonly extractor: Extractor;
  readonly clock: Clock;
  readonly log: Log;
}

/** The tools that read the web. */
export function createWebTools(options: WebToolOptions): readonly ToolDefinition[] {
  const { allow, redact, extractor, clock, log } = options;
  const clientFor = (also: readonly NetAllowEntry[]) =>
    createGuardedClient({ allow: [...allow, ...also], redact, clock, log });
  const service = chooseService(options.search, { extractor, clientFor });
  return [
    ...(service === null ? [] : [createWebSearch(service)]),
    createWebFetch({ client: clientFor([]), extractor, clock }),
  ];
}
