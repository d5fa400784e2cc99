/** Another way to what an unknown tool name asks for. */
export interface CapabilityRoute {
  /** `native`, `connector`, `skill`, `plugin`, `mcp`, `subagent`, or `missing` when there is no way. */
  readonly source: string;
  readonly name: string;
  readonly description: string;
  /** From 0 (nothing found) to 1 (it is the very name). */
  readonly confidence?: number;
  /** Whether it can be used at once. */
  readonly available: boolean;
  /** What to do instead, on a `missing` route. */
  readonly suggestion?: string;
}

/** Resolves unknown tool names to alternatives, the surest first. */
export interface CapabilityRouter {
  resolve(name: string): readonly CapabilityRoute[];
}
