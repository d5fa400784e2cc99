/** A service that the agent could be connected to. What it is reached by is public knowledge; nothing is connected by being here. */
export interface Connector {
  readonly id: string;
  readonly name: string;
  readonly category: ConnectorCategory;
  /** What one does with it, in words that a search would use. */
  readonly use: string;
  /** Its maker's own MCP server: a package of npm, or an address of streamable HTTP. Absent: none that is certain. */
  readonly mcp?: { readonly npm: string } | { readonly url: string };
  /** Base of its HTTP API; `{...}` is a part of one's own. */
  readonly api?: string;
  /** Where that is from. */
  readonly note: string;
}

export const CONNECTOR_CATEGORIES = [
  'code',
  'projects',
  'documents',
  'messages',
  'calendar and mail',
  'customers',
  'money',
  'data',
  'operations',
  'search and web',
  'media and places',
  'local',
] as const;
export type ConnectorCategory = (typeof CONNECTOR_CATEGORIES)[number];
