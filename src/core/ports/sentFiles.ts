/** A file that a turn gave to its chat, open for reading. */
export interface OpenedFile {
  readonly bytes: number;
  /** Its bytes, once. Closes the file at its end and when it is cancelled. */
  readonly content: ReadableStream<Uint8Array>;
}

/** The files that turns gave to chats, as they lie in the lanes' workspaces: kept for 30 days. */
export interface SentFiles {
  /**
   * Opens the file at `SentFile.path` in the lane's workspace. Null: there is none (any more), or what is there is no plain file of
   * this workspace.
   */
  open(request: { lane: string; path: string }): Promise<OpenedFile | null>;
}
