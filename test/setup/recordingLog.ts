import type { Log, LogFields } from '../../src/core/log.js';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: LogFields;
  readonly message: string;
}

/** A log that keeps its lines for the test to look at. */
export interface RecordingLog extends Log {
  readonly lines: readonly LogLine[];
  /** Messages of one level. */
  messages(level: LogLine['level']): string[];
}

export function createRecordingLog(lines: LogLine[] = [], common: LogFields = {}): RecordingLog {
  const add = (level: LogLine['level']) => (fields: LogFields, message: string) => {
    lines.push({ level, fields: { ...common, ...fields }, message });
  };
  return {
    lines,
    messages: (level) => lines.filter((line) => line.level === level).map((line) => line.message),
    debug: add('debug'),
    info: add('info'),
    warn: add('warn'),
    error: add('error'),
    child: (fields) => createRecordingLog(lines, { ...common, ...fields }),
  };
}
