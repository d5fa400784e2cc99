/** Wordings of the sign gate in one language, searched for in one statement of plain prose. */
export interface SelfIncapacityPhrases {
  readonly language: string;
  /** The assistant says of itself that it cannot, may not or will not. */
  readonly incapacity: readonly RegExp[];
  /** What follows an inability in form that is a figure of speech, an opinion or courtesy. */
  readonly idioms: RegExp;
  /** Before it in the statement: it is only thought of. */
  readonly hypothetical: RegExp;
  /** At the end of a question: what is asked of the reader after an inability. */
  readonly requests: RegExp;
  /** Labels after which a text for somebody else follows. */
  readonly drafts: RegExp;
}
