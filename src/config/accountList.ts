import type { AccountFields } from './configFile.js';
import { createReader, type Problem, type RawValue, type Reader } from './reader.js';
import type { Setting } from './setting.js';

/** How the accounts of one platform are configured. */
export interface AccountKind<A> {
  /** Name of the list in the file. */
  readonly list: string;
  /** Which field of a listed account stands for which setting, by the setting's name. */
  readonly fieldOf: Readonly<Record<string, string>>;
  /** Settings that hold for every account that does not say otherwise. */
  readonly shared: readonly string[];
  readonly token: Setting;
  /** Reads one account; undefined without a token. */
  read(reader: Reader, problems: Problem[]): A | undefined;
  /** What two descriptions of one account share. */
  idOf(account: A): string;
}

/**
 * The accounts of a platform: the one of the single settings first, then those listed in the file. A listed one that is also
 * in the single settings is that one account, as the single settings describe it.
 */
export function readAccounts<A>(
  kind: AccountKind<A>,
  reader: Reader,
  lookUp: (name: string) => RawValue | undefined,
  listed: readonly AccountFields[],
  fileLabel: string,
  problems: Problem[],
): readonly A[] {
  const single = kind.read(reader, problems);
  const accounts = single === undefined ? [] : [single];
  const seen = new Map<string, string>();
  for (const [index, fields] of listed.entries()) {
    const place = `${kind.list}[${index}]`;
    const label = (name: string) => `${place}.${kind.fieldOf[name]} in ${fileLabel}`;
    const own = (name: string): RawValue | undefined => {
      const field = kind.fieldOf[name];
      const raw = field === undefined ? undefined : fields[field]?.trim();
      if (raw) return { raw, label: label(name), source: 'file' };
      return kind.shared.includes(name) ? lookUp(name) : undefined;
    };
    const account = kind.read(createReader(own, problems, label), problems);
    if (account === undefined) {
      if (own(kind.token.name) === undefined) {
        const { wants } = kind.token.kind;
        const field = kind.fieldOf[kind.token.name];
        problems.push({ name: place, message: `${place} in ${fileLabel}: has no ${field}, wants ${wants}.` });
      }
      continue;
    }
    const id = kind.idOf(account);
    const twin = seen.get(id);
    if (twin !== undefined) {
      problems.push({ name: place, message: `${place} in ${fileLabel}: is the same bot as ${twin}.` });
    } else if (single === undefined || id !== kind.idOf(single)) {
      accounts.push(account);
    }
    seen.set(id, place);
  }
  return accounts;
}
