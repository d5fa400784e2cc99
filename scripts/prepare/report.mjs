/** A failure that is explained by its message alone; no stack trace helps the person who reads it. */
export class PrepareError extends Error {}

/** One short line for the person at the terminal; on stderr, so that stdout stays free for what was started. */
export function say(line) {
  process.stderr.write(`waggle: ${line}\n`);
}

/** A duration for people: `850 ms`, `12.3 s`, `3 min 52 s`. */
export function formatDuration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
