/** Where the bot has met people, by what platforms vouched for: which workspaces they are of, and which lanes are theirs. */
export interface Whereabouts {
  /** A person wrote in a lane. `workspace` is `workspaceOf`, null where none is known. */
  note(meeting: {
    readonly person: string;
    readonly lane: string;
    readonly isGroup: boolean;
    readonly workspace: string | null;
    readonly now: number;
  }): Promise<void>;
  /** Keys of the workspaces in whose chats the person wrote since then, the latest first; at most 20. */
  workspacesOf(request: { person: string; since: number }): Promise<readonly string[]>;
  /** Drops what is known of a person; returns how many lanes that were. */
  forget(person: string): Promise<number>;
}
