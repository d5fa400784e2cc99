/** Thrown by a tool whose words are the whole answer to the model: the call failed, and they say why. */
export class ToolFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ToolFailure';
  }
}
