/** Wordings of the sign gate in one language, searched for in one statement of plain prose. */
export interface SelfIncapacityPhrases {
  readonly language: string;
  /** The assistant says of itself that it cannot, may not or will not. */
  readonly incapacity: readonly RegExp[];
  /** The same with the subject left out: at the start of a sentence, never in a list, where it is a property of something. */
  readonly fragments: readonly RegExp[];
  /** What follows an inability in form that is praise, an opinion, a doubt or courtesy. */
  readonly idioms: RegExp;
  /** Before it in the statement: it is only thought of, or told of somebody else. */
  readonly hypothetical: RegExp;
  /** At the end of the statement: somebody else says it. */
  readonly attributions: RegExp;
  /** In the statement: it was so at first and is no longer. */
  readonly overcome: RegExp;
  /** At the end of a question: what is asked of the reader after an inability. */
  readonly requests: RegExp;
  /** Labels after which a text for somebody else follows. */
  readonly drafts: RegExp;
}
