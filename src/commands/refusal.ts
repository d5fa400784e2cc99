import type { Wording } from '../core/wording.js';
import type { ParsedCommand } from './registry.js';

/** Why a command is not run with what stands behind it; null: it is. */
export function refusalOf({ command: { spec }, args }: ParsedCommand, { text }: Wording): string | null {
  if (spec.standsAlone === true && args !== '') return text('command-alone', { command: spec.name });
  const count = [...args].length;
  if (spec.maxChars === undefined || count <= spec.maxChars) return null;
  return text('text-too-long', { max: String(spec.maxChars), count: String(count) });
}
