/** Thrown by a tool to end the run: `message` becomes the answer to the person (contract: spec runtime 2). */
export class GiveUp extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GiveUp';
  }
}
