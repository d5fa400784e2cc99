import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { looksSecret } from './mask.js';
import type { Problem } from './reader.js';

/** A name that is a part of its tools' names, of which endpoints take 64 characters. */
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,22}[a-z0-9])?$/;

/** Servers that a gateway may have. */
const MAX_SERVERS = 32;

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

const riskSchema = z.enum(['none', 'low', 'high']);
const folderSchema = z.union([
  z.string().transform((path) => ({ path, write: false })),
  z.strictObject({ path: z.string(), write: z.boolean().default(false) }),
]);

const common = {
  /** Ids of the personas that have its tools, or `*`. Absent: those that name the server, or list no tools. */
  personas: z.array(z.string().min(1)).exactOptional(),
  /** Names of its tools to take, `*` for any characters. Absent: all. */
  tools: z.array(z.string().min(1)).exactOptional(),
  /** What a wrong call can do; annotations of the server can only raise it. */
  risk: riskSchema.default('high'),
  /** For single tools. */
  risks: z.record(z.string(), riskSchema).default({}),
  /** Of one call. */
  timeoutSeconds: z.int().min(1).max(600).default(60),
  disabled: z.boolean().default(false),
};

const serverSchema = z.union([
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** `${NAME}` stands for a variable of the gateway's environment. */
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string()).default({}),
    folders: z.array(folderSchema).default([]),
    network: z.boolean().default(false),
    ...common,
  }),
  z.strictObject({
    url: z.url({ protocol: /^https?$/ }),
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string()).default({}),
    ...common,
  }),
]);

/** The part of `waggle.config.json` that names MCP servers, by their names. */
export const mcpServersSchema = z.record(z.string(), z.unknown()).exactOptional();

/** One MCP server; what its environment or headers hold is secret. */
export interface McpServerConfig {
  readonly name: string;
  readonly access:
    | {
        readonly kind: 'stdio';
        readonly command: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        readonly folders: readonly { readonly path: string; readonly write: boolean }[];
        readonly network: boolean;
      }
    | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly personas: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly risk: 'none' | 'low' | 'high';
  readonly risks: Readonly<Record<string, 'none' | 'low' | 'high'>>;
  readonly timeoutMs: number;
  /** Values of variables that were put in: they must never be written anywhere. */
  readonly secrets: readonly string[];
}

type Complain = (name: string, what: string) => void;

/**
 * Reads `mcpServers`. Everything that is wrong is said at once, each with its place; a server that is disabled is not looked at
 * further.
 *
 * @param env where `${NAME}` is looked up
 */
export function readMcpServers(
  given: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
  label: string,
  problems: Problem[],
): readonly McpServerConfig[] {
  const complain: Complain = (name, what) => {
    problems.push({ name: `mcpServers.${name}`, message: `mcpServers.${name} in ${label}: ${what}.` });
  };
  const entries = Object.entries(given);
  if (entries.length > MAX_SERVERS) complain('*', `has ${entries.length} servers; at most ${MAX_SERVERS} are used`);
  return entries.slice(0, MAX_SERVERS).flatMap(([name, value]) => readServer(name, value, env, complain));
}

function readServer(
  name: string,
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
  complain: Complain,
): McpServerConfig[] {
  if (!NAME.test(name)) {
    complain(name.slice(0, 40), 'the name wants lower-case letters, digits and hyphens, at most 24 characters');
    return [];
  }
  const parsed = serverSchema.safeParse(value);
  if (!parsed.success) {
    complain(name, describe(value, parsed.error));
    return [];
  }
  const { data } = parsed;
  if (data.disabled) return [];
  const secrets: string[] = [];
  const fill = (place: string, fields: Readonly<Record<string, string>>) => {
    const filled = Object.entries(fields).map(([field, text]) => {
      if (looksSecret(text) || (/^authorization$/i.test(field) && !text.includes('${'))) {
        complain(
          `${name}.${place}.${field}`,
          'holds a secret itself; put it into the environment and name the variable here',
        );
      }
      const whole = text.replace(VARIABLE, (_, variable: string) => {
        const found = env[variable]?.trim();
        if (!found) complain(`${name}.${place}.${field}`, `the environment has no ${variable}`);
        else secrets.push(found);
        return found ?? '';
      });
      return [field, whole] as const;
    });
    return Object.fromEntries(filled);
  };
  const rest = {
    name,
    personas: data.personas ?? null,
    tools: data.tools ?? null,
    risk: data.risk,
    risks: data.risks,
    timeoutMs: data.timeoutSeconds * 1000,
    secrets,
  };
  if ('url' in data) {
    const headers = fill('headers', data.headers);
    const { protocol, hostname } = new URL(data.url);
    if (protocol === 'http:' && secrets.length > 0 && !isNear(hostname)) {
      complain(name, 'would send a secret unencrypted; the url wants https');
    }
    return [{ ...rest, access: { kind: 'http', url: data.url, headers } }];
  }
  if (data.args.some(looksSecret))
    complain(`${name}.args`, 'holds a secret, which every list of processes shows; use env');
  for (const { path } of data.folders) {
    if (!isAbsolute(path)) complain(`${name}.folders`, `wants absolute paths, got ${JSON.stringify(path)}`);
  }
  const { folders, network } = data;
  const access = {
    kind: 'stdio',
    command: [data.command, ...data.args],
    env: fill('env', data.env),
    folders,
    network,
  } as const;
  return [{ ...rest, access }];
}

/** A host on this machine or in its network, as far as the name tells. */
function isNear(hostname: string): boolean {
  return (
    !hostname.includes('.') ||
    /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|\.(?:local|lan|internal|home\.arpa)$/.test(hostname)
  );
}

/** What is wrong, as the kind of server says that was meant. */
function describe(value: unknown, error: z.ZodError): string {
  const isHttp = z.looseObject({ url: z.unknown() }).safeParse(value).success;
  const branches = error.issues.flatMap((issue) => (issue.code === 'invalid_union' ? issue.errors : [[issue]]));
  const issue = (isHttp ? branches.at(-1) : branches[0])?.[0];
  if (issue === undefined || (issue.path.length === 0 && issue.code === 'invalid_type')) {
    return 'wants an object with a command or a url';
  }
  if (issue.code === 'unrecognized_keys') return `does not know ${issue.keys.join(', ')}`;
  const path = issue.path.join('.');
  const message = issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  return path === '' ? message : `${path}: ${message}`;
}
