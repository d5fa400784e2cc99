import type { LaneMode } from '../core/laneMode.js';
import type { McpServerConfig } from './mcpServers.js';
import type { NetAllowed } from './netAllow.js';
import type { Principal } from './principal.js';
import type { RoleRates } from './roleRates.js';
import type { ToolRules } from './toolRules.js';

/** Everything that was configured, read and checked. Durations are milliseconds unless the name says otherwise. */
export interface Config {
  readonly model: ModelConfig;
  readonly processes: ProcessConfig;
  readonly http: HttpConfig;
  readonly access: AccessConfig;
  readonly turns: TurnConfig;
  readonly budget: BudgetConfig;
  readonly loop: LoopConfig;
  readonly net: NetConfig;
  readonly git: GitConfig;
  readonly search: SearchConfig;
  /** Only tools that need no network are on offer. */
  readonly isOffline: boolean;
  /** From the file alone. */
  readonly toolRules: ToolRules;
  /** Assemble prompts to fit the tier of the model. */
  readonly promptAssembler: boolean;
  /** What finds memories in a conversation. */
  readonly memoryExtraction: 'rules' | 'model';
  readonly personas: PersonaConfig;
  /** Offer the coordinator. */
  readonly coordinatorMode: boolean;
  /** One entry per bot; empty without Telegram. */
  readonly telegram: readonly TelegramAccount[];
  /** One entry per workspace; empty without Slack. */
  readonly slack: readonly SlackAccount[];
  /** One entry per bot; empty without Discord. */
  readonly discord: readonly DiscordAccount[];
  /** From the file alone. */
  readonly mcpServers: readonly McpServerConfig[];
  /** IANA name. */
  readonly timeZone: string;
  /** BCP 47 tag. */
  readonly language: string;
}

export interface ModelConfig {
  /** Absent: nothing is configured, and the demo model answers in the terminal and over HTTP. */
  readonly endpoint?: { readonly baseUrl: string; readonly apiKey?: string };
  readonly model: string;
  /** For short, simple messages. */
  readonly budgetModel?: string;
  /** An id that the endpoint offers, or `file:` and a folder. Absent: the hashed embedder. */
  readonly embeddingModel?: string;
  readonly sttModel?: string;
  /** Whether the model is shown pictures; `auto` goes by its name. */
  readonly vision: 'auto' | 'on' | 'off';
  /** How long a search of memory waits for the vector of its question. */
  readonly embeddingWaitMs: number;
  readonly timeoutMs: number;
  /** Model calls of one turn. */
  readonly maxAgentRounds: number;
}

export interface NetConfig {
  /** What tools may reach besides the public internet. */
  readonly allow: readonly NetAllowed[];
}

export interface GitConfig {
  /** Where git_push and git_pull may go. */
  readonly hosts: readonly NetAllowed[];
  /** For these hosts. */
  readonly token?: string;
}

export interface SearchConfig {
  /** `auto`: the first that has what it needs. */
  readonly service: 'auto' | 'searxng' | 'brave' | 'tavily' | 'perplexity' | 'duckduckgo' | 'off';
  readonly searxngUrl?: string;
  readonly braveApiKey?: string;
  readonly tavilyApiKey?: string;
  readonly perplexityApiKey?: string;
  /** In place of the service's own address; not of SearXNG. */
  readonly url?: string;
}

export interface PersonaConfig {
  /** Id of the persona of chats in which nobody chose one. */
  readonly configured?: string;
  /** Whether the model, and the number of rounds, were set: then no persona's preference counts. */
  readonly isModelSet: boolean;
  readonly areRoundsSet: boolean;
}

export interface ProcessConfig {
  /** As configured; a relative path is meant from the working directory. */
  readonly dataDir: string;
  readonly redisUrl?: string;
  readonly role: 'all' | 'ingress' | 'worker';
  /** Turns at once in one worker. */
  readonly concurrency: number;
  readonly drainMs: number;
  readonly leaseMs: number;
  readonly sweepMs: number;
}

export interface HttpConfig {
  readonly host: string;
  /** Absent: 8787 or the next free one. */
  readonly port?: number;
  /** Absent: generated and kept in the data folder. */
  readonly token?: string;
}

export interface AccessConfig {
  readonly mode: 'pairing' | 'allowlist' | 'open';
  readonly allow: readonly Principal[];
  readonly owners: readonly Principal[];
  /** What everybody is in mode `open`. */
  readonly openRole: 'member' | 'guest';
  readonly rates: RoleRates | 'off';
}

export interface TurnConfig {
  /** 0 for no notice. */
  readonly stillWorkingMs: number;
  /** What a message does that arrives while a turn of its lane runs. */
  readonly laneMode: LaneMode;
  /** 0: no message counts as stale. */
  readonly staleMinutes: number;
  /** How long a question to a person waits. */
  readonly approvalTtlMinutes: number;
}

export interface LoopConfig {
  /** What was set and can be read; the rest has the defaults of the guardrails. */
  readonly guardrails: GuardrailSettings;
  /** A list holds parts of model ids. */
  readonly intentContinuation: 'auto' | 'on' | 'off' | readonly string[];
  readonly textTools: 'on' | 'off' | readonly string[];
}

export interface GuardrailSettings {
  readonly warningsEnabled?: boolean;
  /** Absent: on in chats, off in the terminal. */
  readonly hardStopEnabled?: boolean;
  readonly exactFailureWarnAfter?: number;
  readonly exactFailureBlockAfter?: number;
  readonly sameToolFailureWarnAfter?: number;
  readonly sameToolFailureHaltAfter?: number;
  readonly noProgressWarnAfter?: number;
  readonly noProgressBlockAfter?: number;
}

export interface BudgetConfig {
  /** USD that all turns of a day may cost together. Absent: no limit but those that an owner sets by command. */
  readonly dailyUsd?: number;
  /** Of every limit that does not say otherwise. */
  readonly mode: 'soft' | 'hard';
}

export interface TelegramAccount {
  /** The bot's id, which is the part of the token before the colon. */
  readonly account: string;
  readonly token: string;
  readonly apiRoot: string;
  /** Absent: long polling. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Calls a second. */
  readonly rate: number | 'off';
}

export interface SlackAccount {
  readonly botToken: string;
  /** Absent: signed HTTP, for which there is a signing secret then. */
  readonly appToken?: string;
  readonly signingSecret?: string;
  /** Base of the Web API's methods. */
  readonly apiUrl: string;
}

export interface DiscordAccount {
  readonly token: string;
  /** Ends in `/api`. */
  readonly apiUrl: string;
  /** Open a thread for each conversation that begins in a channel. */
  readonly autoThread: boolean;
  /** Age up to which missed messages are fetched; 0 for none. */
  readonly backfillMinutes: number;
}
