import type { ToolRisk } from '../../core/ports/toolPolicy.js';

/** How an MCP server is reached. */
export type McpAccess =
  | {
      readonly kind: 'stdio';
      /** Program and arguments, as they are within the sandbox. */
      readonly command: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly folders: readonly { readonly path: string; readonly write: boolean }[];
      readonly network: boolean;
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** One MCP server, as it was configured. */
export interface McpServerOptions {
  /** Lower-case letters, digits and `-`, at most 24. */
  readonly name: string;
  readonly access: McpAccess;
  /** Ids of the personas that have its tools, `*` for all and nobody in particular; null: as the personas themselves say. */
  readonly personas: readonly string[] | null;
  /** Names of its tools that are taken, with `*` for any characters; null: all. */
  readonly tools: readonly string[] | null;
  /** Of its tools; the server's own word can only raise it. */
  readonly risk: ToolRisk;
  /** Where a tool has another one. */
  readonly risks: Readonly<Record<string, ToolRisk>>;
  /** Time limit of one call, in milliseconds. */
  readonly timeoutMs: number;
}
