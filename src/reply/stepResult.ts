/** What became of a step of a reply. */
export type StepResult =
  /** `problem`: a sentence for the reader, about a file that will not come. */
  | { readonly kind: 'done'; readonly problem?: string }
  /** `isUnasked`: no call was made. */
  | { readonly kind: 'wait'; readonly ms: number; readonly isUnasked?: true }
  | { readonly kind: 'lost' }
  | { readonly kind: 'unreachable'; readonly cause: unknown };
