/** The tool that finds the others that are not in every request. */
export const TOOL_SEARCH = 'tool_search';
