import { DEFAULT_API_ROOT } from '../wire/api.js';

/** Sizes in bytes that a Bot API server takes and gives. */
export interface FileLimits {
  readonly upload: number;
  readonly download: number;
}

/** The public server (Bot API, "Sending files" and getFile). */
const PUBLIC: FileLimits = { upload: 50_000_000, download: 20_000_000 };

/** A server of one's own: uploads of up to 2000 MB, downloads without a limit of its own (Bot API, "Local Bot API server"). */
const OWN: FileLimits = { upload: 2_000_000_000, download: 2_000_000_000 };

/** What a server at this address may be asked for; one that is stricter says so when it is asked. */
export function fileLimitsOf(apiRoot: string): FileLimits {
  return apiRoot.replace(/\/+$/, '') === DEFAULT_API_ROOT ? PUBLIC : OWN;
}
