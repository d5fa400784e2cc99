/** A text, or its plural forms by CLDR category; the argument `n` picks one. `{name}` stands for the argument of that name. */
export type Entry = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Texts by key, in one language. */
export type Catalogue = Readonly<Record<string, Entry>>;
