/** Words of a request that ask for a sub-agent's role (spec runtime 7.9). */
export const ROLE_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  researcher: ['research', 'investigate', 'find', 'lookup', 'search'],
  writer: ['write', 'draft', 'compose', 'author', 'document'],
  coder: ['code', 'implement', 'program', 'develop', 'build'],
  analyst: ['analyze', 'data', 'statistics', 'metrics', 'report'],
  reviewer: ['review', 'audit', 'check', 'inspect', 'evaluate'],
  planner: ['plan', 'strategy', 'roadmap', 'schedule', 'organize'],
};
