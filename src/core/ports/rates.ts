/** How much somebody may ask for in a window of time. */
export interface RateLimit {
  /** Its name; each has a window of its own. */
  readonly kind: 'messages' | 'turns';
  readonly windowMs: number;
  /** At most so many in a window. */
  readonly max: number;
}

/** The limit that is reached, and until when. */
export interface RateReached extends RateLimit {
  /** Milliseconds UTC. */
  readonly until: number;
  /** True the first time in a window: the person is to be told. */
  readonly tell: boolean;
}

/** Counts what people ask for, for all processes of a data directory. */
export interface Rates {
  /** Counts one against all limits; where one of them is reached it counts against none, and that one is returned. */
  take(request: {
    readonly person: string;
    readonly limits: readonly RateLimit[];
    readonly now: number;
  }): Promise<RateReached | null>;
}
