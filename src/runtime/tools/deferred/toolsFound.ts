/** A result that makes tools callable, which the model is told in words. */
export class ToolsFound {
  constructor(
    readonly names: readonly string[],
    readonly text: string,
  ) {}
}
