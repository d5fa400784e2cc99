/** One step of a mind's schema. Landed migrations are never edited. */
export interface Migration {
  /** The `user_version` that the file has afterwards. */
  readonly version: number;
  readonly sql: string;
}
