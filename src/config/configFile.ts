import { z } from 'zod';
import { mcpServersSchema } from './mcpServers.js';
import type { Problem } from './reader.js';
import { NO_TOOL_RULES, type ToolRules, toolRulesSchemas } from './toolRules.js';

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);
const valueSchema = z.union([scalarSchema, z.array(scalarSchema)]);

/** One bot in the `telegram` list of the file. */
const telegramAccountSchema = z.strictObject({
  token: scalarSchema.exactOptional(),
  apiRoot: scalarSchema.exactOptional(),
  webhookUrl: scalarSchema.exactOptional(),
  webhookSecret: scalarSchema.exactOptional(),
  rate: scalarSchema.exactOptional(),
});

/** One workspace in the `slack` list of the file. */
const slackAccountSchema = z.strictObject({
  botToken: scalarSchema.exactOptional(),
  appToken: scalarSchema.exactOptional(),
  signingSecret: scalarSchema.exactOptional(),
  apiUrl: scalarSchema.exactOptional(),
});

/** One bot in the `discord` list of the file. */
const discordAccountSchema = z.strictObject({
  token: scalarSchema.exactOptional(),
  apiUrl: scalarSchema.exactOptional(),
  autoThread: scalarSchema.exactOptional(),
});

const accountSchemas = { telegram: telegramAccountSchema, slack: slackAccountSchema, discord: discordAccountSchema };

const accountListSchema = z.enum(['telegram', 'slack', 'discord']);

const fileSchema = z.looseObject({
  $schema: z.string().exactOptional(),
  telegram: z.array(telegramAccountSchema).exactOptional(),
  slack: z.array(slackAccountSchema).exactOptional(),
  discord: z.array(discordAccountSchema).exactOptional(),
  ...toolRulesSchemas,
  mcpServers: mcpServersSchema,
});

/** Fields of an account in the file, as text. */
export type AccountFields = Readonly<Partial<Record<string, string>>>;

/** What the file says, still as text: settings under their variables' names, and the listed accounts. */
export interface ConfigFile {
  readonly values: ReadonlyMap<string, string>;
  readonly telegram: readonly AccountFields[];
  readonly slack: readonly AccountFields[];
  readonly discord: readonly AccountFields[];
  readonly toolRules: ToolRules;
  /** Not read yet: that takes the environment. */
  readonly mcpServers: Readonly<Record<string, unknown>>;
}

const EMPTY: ConfigFile = {
  values: new Map(),
  telegram: [],
  slack: [],
  discord: [],
  toolRules: NO_TOOL_RULES,
  mcpServers: {},
};

/** Reads the text of `waggle.config.json`; without one, nothing is configured there. */
export function parseConfigFile(text: string | undefined, label: string, problems: Problem[]): ConfigFile {
  if (text === undefined) return EMPTY;
  const parsed = fileSchema.safeParse(parseJson(text, label, problems));
  if (!parsed.success) {
    if (problems.length === 0) for (const issue of parsed.error.issues) problems.push(describeIssue(issue, label));
    return EMPTY;
  }
  const { $schema: _, telegram, slack, discord, hooks, governance, mcpServers = {}, ...rest } = parsed.data;
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(rest)) {
    if (value === null) continue;
    const read = valueSchema.safeParse(value);
    if (read.success) values.set(name, toText(read.data));
    else
      problems.push({ name, message: `${name} in ${label}: wants text, a number, true or false, or a list of these.` });
  }
  const toolRules = { deny: hooks?.['pre:tool'] ?? [], governance: governance ?? {} };
  return {
    values,
    telegram: (telegram ?? []).map(toFields),
    slack: (slack ?? []).map(toFields),
    discord: (discord ?? []).map(toFields),
    toolRules,
    mcpServers,
  };
}

function parseJson(text: string, label: string, problems: Problem[]): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The parser's own message may quote the text around the mistake, which may be a token: only the place is kept.
    const place = error instanceof Error ? locate(text, error.message) : '';
    problems.push({ name: label, message: `${label}: is not valid JSON${place}.` });
    return undefined;
  }
}

function locate(text: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}

function describeIssue(issue: z.core.$ZodIssue, label: string): Problem {
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1);
  if (path === '') return { name: label, message: `${label}: wants one JSON object of settings.` };
  if (issue.path[0] === 'hooks' || issue.path[0] === 'governance') {
    return { name: path, message: `${path} in ${label}: ${lowerFirst(issue.message)}.` };
  }
  if (issue.code === 'unrecognized_keys') {
    const list = accountListSchema.safeParse(issue.path[0]).data ?? 'telegram';
    const known = Object.keys(accountSchemas[list].shape).join(', ');
    return { name: path, message: `${path} in ${label}: does not know ${issue.keys.join(', ')}; it wants ${known}.` };
  }
  const isList = accountListSchema.safeParse(path).success;
  const wants = isList ? 'a list of accounts, each with a token' : 'text, a number, true or false';
  return { name: path, message: `${path} in ${label}: wants ${wants}.` };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function toText(value: z.infer<typeof valueSchema>): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function toFields(account: Readonly<Record<string, z.infer<typeof scalarSchema>>>): AccountFields {
  return Object.fromEntries(Object.entries(account).map(([field, value]) => [field, String(value)]));
}
