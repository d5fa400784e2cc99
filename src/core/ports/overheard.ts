/** Something that was said in a group, not to the bot. All of it is text from outside: context of trust 0. */
export interface OverheardLine {
  /** Display name of whoever said it. */
  readonly name: string;
  readonly text: string;
  /** When it was sent, milliseconds UTC. */
  readonly at: number;
}

/** How many unaddressed messages of a lane are kept, and how long (issue 4, item 5). */
export const OVERHEARD_LIMIT = 30;
export const OVERHEARD_MS = 24 * 3_600_000;

/** Name of the chat setting that has a group's unaddressed messages kept, when it is `on`. */
export const CONTEXT_SETTING = 'context';

/** The last unaddressed messages of groups that asked for it. */
export interface Overheard {
  /** Keeps a message once; the oldest beyond `OVERHEARD_LIMIT` of the lane and those older than `OVERHEARD_MS` go. */
  keep(
    message: OverheardLine & {
      readonly lane: string;
      /** `accountKey` and identity, by which it can be changed and dropped. */
      readonly account: string;
      readonly identity: string;
      /** The person's key, so that it can be forgotten. */
      readonly person: string;
      readonly now: number;
    },
  ): Promise<void>;
  /** An edit of a kept message; of no concern where it is not kept. */
  change(request: { account: string; identity: string; text: string }): Promise<void>;
  drop(request: { account: string; identity: string }): Promise<void>;
  /** What is kept of a lane, oldest first. */
  recent(request: { lane: string; now: number }): Promise<readonly OverheardLine[]>;
  /** Drops everything of a chat, its threads included. `chat` is `chatKey`. */
  clear(chat: string): Promise<void>;
  /** Drops everything that a person said; returns how many messages that were. */
  forget(person: string): Promise<number>;
}
