/** A tool of a server that is not taken; the message ends "... is refused because" in the log. */
export class RefusedTool extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RefusedTool';
  }
}
