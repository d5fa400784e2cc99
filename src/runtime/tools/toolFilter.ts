/** What a lane is about, as far as its tools are concerned (contract: agent runtime 8). */
export type ToolContext = 'general' | 'code' | 'research';

/** Lists of tool names from the configuration. */
export interface ToolFilterConfig {
  /** When given, even empty, only these, whatever the context. */
  readonly enabled_tools?: readonly string[];
  /** Taken away last. */
  readonly disabled_tools?: readonly string[];
}

const BY_CONTEXT: Readonly<Record<Exclude<ToolContext, 'general'>, ReadonlySet<string>>> = {
  code: new Set([
    'bash',
    'read_file',
    'write_file',
    'edit_file',
    'search_files',
    'search_content',
    'git_status',
    'git_diff',
    'git_log',
    'git_commit',
  ]),
  research: new Set([
    'web_search',
    'web_fetch',
    'search_memory',
    'get_identity',
    'get_awareness',
    'query_knowledge',
    'read_file',
    'search_files',
    'search_content',
    'find_connector',
    'list_connector_categories',
  ]),
};

/** The tools of a context, in their order; names that there are not are ignored. */
export function filterToolsForContext<Tool extends { readonly name: string }>(
  tools: readonly Tool[],
  context: ToolContext,
  config: ToolFilterConfig = {},
): Tool[] {
  const { enabled_tools: enabled, disabled_tools: disabled = [] } = config;
  const isIn = (name: string) => {
    if (enabled !== undefined) return enabled.includes(name);
    return context === 'general' || BY_CONTEXT[context].has(name);
  };
  return tools.filter(({ name }) => isIn(name) && !disabled.includes(name));
}

/** Without the tools that say that they cannot work now; a check that throws says so too. */
export function filterAvailableTools<Tool extends { checkAvailability?(): boolean }>(tools: readonly Tool[]): Tool[] {
  return tools.filter((tool) => {
    try {
      return tool.checkAvailability?.() ?? true;
    } catch {
      return false;
    }
  });
}

/** The tools that work without a network (`WAGGLE_OFFLINE`). */
export function filterOfflineTools<Tool extends { readonly offlineCapable?: boolean }>(tools: readonly Tool[]): Tool[] {
  return tools.filter((tool) => tool.offlineCapable === true);
}
