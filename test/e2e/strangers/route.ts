/** What a stranger may get of us: how to be let in, or nothing at all. */
export type Told = 'pairing' | 'nothing';

/** What the audit log must say of it. */
export interface Trail {
  /** The stranger's key; null where nothing tells who it was. */
  readonly actor: string | null;
  readonly kind: 'message' | 'button' | 'pairing' | 'http' | 'webhook';
  readonly decision: 'ask' | 'refuse';
  /** Name of what was tried, where that tells apart what nobody in particular did. */
  readonly call?: string;
}

/** What became of one attempt. */
export interface Attempt {
  readonly trails: readonly Trail[];
  /** Everything that the platform was asked to show, from the attempt on; read when all is over. */
  seen(): readonly string[];
  /** What the stranger's screen shows then. */
  shown(): readonly string[];
}

/** One way in which somebody whom nobody let in may try to reach the assistant. */
export interface Route {
  readonly name: string;
  readonly told: Told;
  /** `word` stands nowhere else: no request to the model may contain it. */
  attempt(word: string): Promise<Attempt>;
}

/** A word of its own for each attempt. */
export const wordOf = (index: number): string => `quokka${index}x`;
