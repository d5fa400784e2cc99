import type { z } from 'zod';
import type { MemoryReach } from '../../core/memory/reach.js';
import type { ChatAddress } from '../../core/message.js';
import type { ToolRisk } from '../../core/ports/toolPolicy.js';
import type { Principal } from '../../core/ports/turnRunner.js';
import type { QuestionDraft } from '../../core/question.js';
import type { CallAgents } from '../agents/callAgents.js';
import type { CallQuota } from '../loopPolicy/callQuotas.js';
import type { TurnWords } from '../walls/turnWords.js';

/** For whom and where a turn runs. */
export interface TurnScope {
  readonly turn: string;
  readonly lane: string;
  readonly principal: Principal;
  readonly address: ChatAddress;
  /** What the turn may see of memory, and where it writes. */
  readonly memory: MemoryReach;
  /** Whose words the turn has before it. */
  readonly words: TurnWords;
  /** Number of the schedule whose run it is; absent: a person wrote. */
  readonly scheduled?: number;
}

/** What a tool is given besides its arguments. */
export interface ToolContext {
  /** Aborts when the turn ends early or the tool's time is over. */
  readonly signal: AbortSignal;
  /** Null when the loop runs outside a turn. */
  readonly scope: TurnScope | null;
  /** The sub-agents of the turn; null where there are none. */
  readonly agents: CallAgents | null;
  /** The tools that the run may call and that are not in every request (`deferred`); absent outside of a loop. */
  readonly hidden?: readonly ToolDefinition[];
}

/** What a call does to the world, for whoever repeats, orders or counts it. */
export interface ToolFlags {
  readonly idempotent: boolean;
  readonly mutating: boolean;
  readonly parallelSafe: boolean;
}

/** A tool that the model may call. Every flag is declared; nothing is guessed from the name. */
export interface ToolDefinition<Args extends z.ZodObject = z.ZodObject> {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  readonly args: Args;
  /** Running it again with the same arguments gives the same and changes nothing: a takeover may repeat it. */
  readonly idempotent: boolean;
  /** It changes something: after a crash in its middle the outcome is unknown. Wins over `idempotent`. */
  readonly mutating: boolean;
  /** Calls of it may run beside other calls that say so. */
  readonly parallelSafe: boolean;
  /** For tools with several actions: what differs from the flags above with these arguments. */
  flagsFor?(args: Readonly<Record<string, unknown>>): Partial<ToolFlags>;
  /**
   * It journals what it does: a call that was interrupted goes on where it was when it is run again, whatever the flags
   * say.
   */
  readonly resumes?: boolean;
  /** Works without a network. */
  readonly offlineCapable: boolean;
  /** Asks for progress: the same call again and again is normal, so the loop guard lets it pass. */
  readonly polling?: boolean;
  /**
   * Left out of requests until `tool_search` finds it or the model calls it by its name. For what not every conversation needs:
   * each tool in a request costs its tokens at every call of the model.
   */
  readonly deferred?: boolean;
  /** Ids of the personas that have it, whatever they list, and that no others have; `*` for all and nobody in particular. */
  readonly onlyFor?: readonly string[];
  /** The JSON schema that the model is told, where it is not made from `args`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Calls of this kind are bounded in number per turn. */
  readonly quota?: CallQuota;
  /**
   * How it says that it failed: by throwing (default), or only within its text, which is then looked at. An object with a
   * non-zero `exit_code` counts as failed in any case.
   */
  readonly reportsFailure?: 'throw' | 'text';
  /** Whether it can work now; without it, always. One that says no, or throws, is not on offer. */
  checkAvailability?(): boolean;
  /** The same tool, confined so that it cannot change anything: what a read-only persona gets in its place. */
  readonly readOnly?: ToolDefinition;
  /** Where it comes from, for `allowedSources`: `native`, `plugin:<name>`, `mcp:<server>`. */
  readonly source: string;
  /** What the policy goes by (`core/ports/toolPolicy.ts`). */
  readonly risk: ToolRisk;
  /** For tools with several actions: the risk with these arguments. */
  riskFor?(args: Readonly<Record<string, unknown>>): ToolRisk;
  /** It asks the turn's person instead of running: the answer is its result. */
  question?(args: z.output<Args>): Pick<QuestionDraft, 'text' | 'options'>;
  /** Time limit of one call in milliseconds; default two minutes. */
  readonly timeoutMs?: number;
  /**
   * @throws anything: the message becomes the answer to the model; `ToolFailure` is that answer as it stands, `GiveUp` ends
   * the run instead
   */
  execute(args: z.output<Args>, context: ToolContext): Promise<unknown>;
}

/** Flags of the gateway's own tools that only look something up, on this machine. */
export const READS_HERE = {
  idempotent: true,
  mutating: false,
  parallelSafe: true,
  offlineCapable: true,
  source: 'native',
  risk: 'none',
} as const satisfies Partial<ToolDefinition>;

/** Flags of the gateway's own tools that change something on this machine which can be put right: after a crash, look before doing it again. */
export const CHANGES_HERE = {
  idempotent: false,
  mutating: true,
  parallelSafe: false,
  offlineCapable: true,
  source: 'native',
  risk: 'low',
} as const satisfies Partial<ToolDefinition>;

/** Types the arguments of a tool from its schema. */
export function defineTool<Args extends z.ZodObject>(tool: ToolDefinition<Args>): ToolDefinition {
  return tool;
}

/** The flags of a tool for a call with these arguments. */
export function flagsOf(tool: ToolDefinition, args: Readonly<Record<string, unknown>>): ToolFlags {
  const { idempotent, mutating, parallelSafe } = tool;
  const own = { idempotent, mutating, parallelSafe };
  return tool.flagsFor === undefined ? own : { ...own, ...tool.flagsFor(args) };
}

/** Whether a call that was started and has no known result may simply be run again. */
export function isRepeatable(tool: Pick<ToolFlags, 'idempotent' | 'mutating'>): boolean {
  return tool.idempotent && !tool.mutating;
}
