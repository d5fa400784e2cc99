/** One step of the schema. A released migration is never changed; the next change gets the next number. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}
