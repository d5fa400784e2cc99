/** The tool that starts sub-agents; where it may not run, no sub-agent may. */
export const SPAWN_TOOL = 'spawn_agent';
