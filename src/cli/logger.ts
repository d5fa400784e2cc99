import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Log, LogFields } from '../core/log.js';
import type { Redactor } from '../core/secrets/redactor.js';

export interface LoggerOptions {
  /** JSON lines go to stderr, or to `<dataDir>/waggle.log` when a person sits at the terminal. */
  readonly toFile: boolean;
  readonly dataDir: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** What a line passes before it is written, whatever field or text a secret turns up in. */
  readonly redactor: Redactor;
}

/** A structured log and the way to let go of its file. */
export function createLogger(options: LoggerOptions): { readonly log: Log; close(): void } {
  if (options.toFile) mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const destination = options.toFile
    ? pino.destination({ dest: join(options.dataDir, 'waggle.log'), sync: true, mode: 0o600 })
    : pino.destination({ dest: 2, sync: true });
  const stream = { write: (line: string) => void destination.write(options.redactor.clean(line)) };
  const logger = pino(
    { level: options.level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    stream,
  );
  return {
    log: wrap(logger),
    close: () => {
      destination.flushSync();
      destination.end();
    },
  };
}

/** Fields of a child are merged into each line: a pino child for each of a turn's logs would cost more than its lines. */
function wrap(logger: pino.Logger, own: LogFields = {}): Log {
  const line = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: LogFields, message: string) => {
    if (logger.isLevelEnabled(level)) logger[level]({ ...own, ...fields }, message);
  };
  return {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    child: (fields) => wrap(logger, { ...own, ...fields }),
  };
}
