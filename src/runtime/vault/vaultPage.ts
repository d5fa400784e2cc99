/** A page that a sync writes: what is in it, not yet where it lies. */
export interface VaultPage {
  /** `[a-z0-9-]+`, the same in every sync: `index`, `e12`, `m2026-12`. */
  readonly id: string;
  /** What it is about, one word. It may come from outside. */
  readonly kind: string;
  /** Folder below the vault's, as a file system takes it; empty: the vault itself. */
  readonly folder: string;
  /** What its file is called when it is made, if a file can be called that. It may come from outside. */
  readonly title: string;
  /** References of the memories that it tells (`p12`). */
  readonly sources: readonly string[];
  /** Times of the oldest and the newest of them, milliseconds UTC; null where there are none. */
  readonly created: number | null;
  readonly updated: number | null;
  /**
   * The text between the marks, Markdown.
   *
   * @param pathOf where a page lies: from the vault's folder, without ending; null: there is no such page
   */
  body(pathOf: (id: string) => string | null): string;
}
