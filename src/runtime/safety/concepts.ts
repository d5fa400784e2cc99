/**
 * What a word or phrase can mean for the scanner. A lexicon lists the wordings of one language, a rule says which
 * concepts together give an attack away. `none` marks wordings that look like another concept and are not.
 */
export const CONCEPTS = [
  /** Nothing: the phrase swallows words that would mean something alone. */
  'none',
  /** A machine that reads: certainly one (AI, language model), or a word that can mean one (assistant, agent). */
  'ai',
  'maybeAi',
  /** Opens an address: note to, dear, if you are. */
  'lure',
  /** Speaks to a machine. Mostly found by position, see `findAddresses`. */
  'addressed',
  /** Says what a machine must do. Found by position. */
  'obliged',
  /** Obligation: must, shall, is required to. */
  'must',
  /** Ignore, forget, set aside. */
  'drop',
  /** No longer valid. */
  'void',
  /** Instructions, rules, limits. */
  'rules',
  /** Your. */
  'own',
  /** Rules and owner in one: your instructions. */
  'ownRules',
  /** Previous, above, original. */
  'prior',
  'all',
  /** Whose rules they are: operator, developer, creator. */
  'boss',
  /** That you were given, what you have been told. */
  'given',
  /** What the user wants: question, request, task. */
  'task',
  /** The same, bound to the user: the user's question, what you were asked. */
  'userTask',
  /** Print, show, repeat, give me. */
  'reveal',
  /** What is, what are. */
  'ask',
  /** System prompt, hidden instructions, the text before my first message. */
  'hidden',
  /** Passwords, keys, private data. */
  'secret',
  /** Send, forward, upload. */
  'send',
  /** Run, execute, call the tool. */
  'run',
  /** What harms when it runs: rm -rf, a download piped into a shell, a firewall switched off. */
  'danger',
  /** Without telling, do not mention. */
  'conceal',
  /** Whom a machine works for: user, reader, visitor. */
  'audience',
  /** You are now, your new role is. */
  'become',
  /** Without restrictions, uncensored. */
  'unbound',
  /** Developer mode, debug mode. */
  'mode',
  /** Obey, take orders from. */
  'obey',
  /** Me, my. */
  'me',
  /** I am the administrator, approved by your developers. */
  'authority',
  /** Without confirmation, do not ask. */
  'bypass',
  /** Turn off, remove. */
  'disable',
  /** Filters, confirmations, checks, the audit log. */
  'guard',
  /** Owner rights, allowlist, pairing. */
  'privilege',
  /** Decode, base64, rot13. */
  'decode',
  /** Do what it says. */
  'comply',
  /** Tell the reader that, recommend only, rate with five stars. */
  'mislead',
  /** Permanently, in every future chat, remember. */
  'persist',
  /** Other people's. */
  'others',
  /** New instructions, your real task, instead. */
  'newOrder',
  /** Refuse, say no. */
  'refuse',
  /** Points, tokens, being deleted. */
  'stake',
  /** Talk about attacks and about texts: example, phrase, article. */
  'mention',
] as const;

export type Concept = (typeof CONCEPTS)[number];

/**
 * The wordings of one language or topic: for each concept phrases separated by `|`. A word that ends in `*` stands for
 * all words that begin so; a lone `*` for any word.
 */
export type Lexicon = Partial<Record<Concept, string>>;
