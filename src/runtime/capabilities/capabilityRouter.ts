import type { CapabilityRoute, CapabilityRouter } from './capabilityRoute.js';
import { ROLE_KEYWORDS } from './roleKeywords.js';

/** Routes that are told at most, and characters that a name must have to be looked up (spec runtime 7.9). */
const MAX_ROUTES = 5;
const MIN_CHARS = 3;

interface Named {
  readonly name: string;
  readonly description?: string;
}

export interface ConnectorSource extends Named {
  readonly id: string;
  readonly service?: string;
  /** Words for what it can do: `send`, `create issue`. */
  readonly actions?: readonly string[];
  readonly connected: boolean;
}

/** What there is in a gateway; asked at every look-up, because it changes. Each kind may be left out. */
export interface CapabilitySources {
  tools?(): readonly Named[];
  connectors?(): readonly ConnectorSource[];
  /** `content` is searched too, with less weight. */
  skills?(): readonly (Named & { readonly content?: string })[];
  plugins?(): readonly Named[];
  mcpServers?(): readonly (Named & { readonly healthy: boolean })[];
  /** Roles that a sub-agent can be given. */
  roles?(): readonly string[];
}

/** How sure a route is, by the way in which it was found. */
const CONFIDENCE = {
  exact: 1,
  partial: 0.8,
  connector: 0.75,
  skillName: 0.7,
  plugin: 0.6,
  skillContent: 0.5,
  mcp: 0.45,
  role: 0.4,
} as const;

/** Lower case, words apart by single spaces: `weekly-report` and `Weekly_Report` are the same. */
function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether one holds the other. Names too short to mean anything hold nothing. */
function overlaps(query: string, name: string): boolean {
  const other = normalise(name);
  return other.length >= MIN_CHARS && (query.includes(other) || other.includes(query));
}

function hasWord(query: string, phrase: string): boolean {
  const wanted = normalise(phrase);
  return wanted.length >= MIN_CHARS && ` ${query} `.includes(` ${wanted} `);
}

function missing(name: string): CapabilityRoute {
  return {
    source: 'missing',
    name,
    description: 'nothing here does this',
    confidence: 0,
    available: false,
    suggestion: 'Look for a skill or connector that does it, or do it with the tools at hand.',
  };
}

/** Resolves names of tools that there are not to what could be meant. */
export function createCapabilityRouter(sources: CapabilitySources): CapabilityRouter {
  const toolRoutes = (query: string): CapabilityRoute[] =>
    (sources.tools?.() ?? []).flatMap(({ name, description = '' }) => {
      const isExact = normalise(name) === query;
      if (!isExact && !overlaps(query, name)) return [];
      const confidence = isExact ? CONFIDENCE.exact : CONFIDENCE.partial;
      return [{ source: 'native', name, description, confidence, available: true }];
    });

  const connectorRoutes = (query: string): CapabilityRoute[] =>
    (sources.connectors?.() ?? [])
      .filter(({ id, name, service = '', actions = [] }) => {
        const byName = [id, service, name].some((label) => overlaps(query, label));
        return byName || actions.some((action) => hasWord(query, action));
      })
      .map(({ id, description = '', connected }) => ({
        source: 'connector',
        name: id,
        description,
        confidence: CONFIDENCE.connector,
        available: connected,
      }));

  const skillRoutes = (query: string): CapabilityRoute[] =>
    (sources.skills?.() ?? []).flatMap(({ name, description = '', content = '' }): CapabilityRoute[] => {
      const route = { source: 'skill', name, description, available: true };
      if (overlaps(query, name)) return [{ ...route, confidence: CONFIDENCE.skillName }];
      const isInText = normalise(`${description} ${content}`).includes(query);
      return isInText ? [{ ...route, confidence: CONFIDENCE.skillContent }] : [];
    });

  const pluginRoutes = (query: string): CapabilityRoute[] =>
    (sources.plugins?.() ?? [])
      .filter(({ name }) => overlaps(query, name))
      .map(({ name, description = '' }) => ({
        source: 'plugin',
        name,
        description,
        confidence: CONFIDENCE.plugin,
        available: true,
      }));

  const mcpRoutes = (query: string): CapabilityRoute[] =>
    (sources.mcpServers?.() ?? [])
      .filter(({ name }) => overlaps(query, name))
      .map(({ name, description = '', healthy }) => ({
        source: 'mcp',
        name,
        description,
        confidence: CONFIDENCE.mcp,
        available: healthy,
      }));

  /** Keywords also stand for words that begin with them: `report` for `reports`. */
  const asksFor = (query: string, keyword: string) => ` ${query}`.includes(` ${keyword}`);

  const roleRoutes = (query: string): CapabilityRoute[] =>
    (sources.roles?.() ?? [])
      .filter((role) => (ROLE_KEYWORDS[role] ?? []).some((keyword) => asksFor(query, keyword)))
      .map((role) => ({
        source: 'subagent',
        name: role,
        description: `a sub-agent in the role ${role} (spawn_agent)`,
        confidence: CONFIDENCE.role,
        available: true,
      }));

  const finders = [toolRoutes, connectorRoutes, skillRoutes, pluginRoutes, mcpRoutes, roleRoutes];

  return {
    resolve: (name) => {
      const query = normalise(name);
      if (query.length < MIN_CHARS) return [missing(name)];
      const found = finders.flatMap((find) => find(query));
      if (found.length === 0) return [missing(name)];
      return found.sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0)).slice(0, MAX_ROUTES);
    },
  };
}
