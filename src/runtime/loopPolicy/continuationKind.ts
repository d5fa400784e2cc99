/** Ways in which a model stops without having answered (spec: turns and commands 5). */
const CONTINUATION_KINDS = [
  'intermediate-ack',
  'empty-after-tools',
  'post-tool-stall',
  'pre-tool-promise',
  'trailing-intent',
  'missing-calls',
  'cut-off',
  'tool-markup',
] as const;
export type ContinuationKind = (typeof CONTINUATION_KINDS)[number];

/** The reason of a directive as a kind of continuation, or null when it is something else. */
export function asContinuationKind(why: string): ContinuationKind | null {
  return CONTINUATION_KINDS.find((kind) => kind === why) ?? null;
}
