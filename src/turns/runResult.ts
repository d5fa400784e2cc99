/** What became of a claimed turn in this process. */
export type RunResult =
  /** Ended; `more`: further messages wait in the lane; `hasBackground`: jobs wait in its background lane. */
  | { readonly kind: 'finished'; readonly more: boolean; readonly hasBackground: boolean }
  /** Left at shutdown, or taken away; somebody goes on with it. */
  | { readonly kind: 'left' }
  /** It waits for a person, or goes on at once where that person was quicker. */
  | { readonly kind: 'paused' }
  /** A fault of this process ended the attempt. */
  | { readonly kind: 'broken' };
