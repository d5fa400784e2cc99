/** Facts that go with a log line. `turn` is the turn id wherever one is known. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured logging. Implementations redact secrets; callers never pass prompts or message texts above `debug`. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  child(fields: LogFields): Log;
}

/** A log that keeps nothing; the default where a caller does not care. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
};
