import { maskValue } from './mask.js';
import type { Setting } from './setting.js';

/** What is wrong with one setting, as one sentence that shows no secret. */
export interface Problem {
  /** The variable, or the place in the configuration file. */
  readonly name: string;
  readonly message: string;
}

/** A value as it was written, and where. */
export interface RawValue {
  readonly raw: string;
  /** Name under which the user knows it. */
  readonly label: string;
  readonly source: 'environment' | 'file';
}

/** Reads settings from where they were written; what cannot be read becomes a problem and counts as its default. */
export interface Reader {
  read<T>(setting: Setting<T> & { readonly default: string }): T;
  read<T>(setting: Setting<T>): T | undefined;
  /** Whether the user wrote a value, good or bad. */
  isSet(setting: Setting): boolean;
  /** The name to use for a setting in a message. */
  labelOf(setting: Setting): string;
}

/**
 * @param lookUp what was written for a variable, if anything
 * @param problems receives what cannot be read, once per setting
 * @param labelUnset how the user would write a setting that is not there
 */
export function createReader(
  lookUp: (name: string) => RawValue | undefined,
  problems: Problem[],
  labelUnset: (name: string) => string = (name) => name,
): Reader {
  const told = new Set<string>();

  function read<T>(setting: Setting<T> & { readonly default: string }): T;
  function read<T>(setting: Setting<T>): T | undefined;
  function read<T>(setting: Setting<T>): T | undefined {
    const found = lookUp(setting.name);
    if (found !== undefined) {
      const parsed = setting.kind.schema.safeParse(found.raw);
      if (parsed.success) return parsed.data;
      if (!told.has(setting.name)) problems.push(describe(setting, found));
      told.add(setting.name);
    }
    return setting.default === undefined ? undefined : setting.kind.schema.parse(setting.default);
  }

  return {
    read,
    isSet: (setting) => lookUp(setting.name) !== undefined,
    labelOf: (setting) => lookUp(setting.name)?.label ?? labelUnset(setting.name),
  };
}

function describe(setting: Setting, found: RawValue): Problem {
  const culprit = setting.kind.culprit?.(found.raw);
  const blamed = culprit === undefined ? '' : `; the part ${maskValue(setting, culprit)} is not`;
  return {
    name: setting.name,
    message: `${found.label}: got ${maskValue(setting, found.raw)}, wants ${setting.kind.wants}${blamed}.`,
  };
}
