import type { z } from 'zod';
import type { ChatAddress } from '../../core/message.js';
import type { MindOwner } from '../../core/ports/mind.js';
import type { Principal } from '../../core/ports/turnRunner.js';

/** For whom and where a turn runs. */
export interface TurnScope {
  readonly turn: string;
  readonly principal: Principal;
  readonly address: ChatAddress;
  /** Whose memory the turn uses. */
  readonly memory: MindOwner;
}

/** What a tool is given besides its arguments. */
export interface ToolContext {
  /** Aborts when the turn ends early or the tool's time is over. */
  readonly signal: AbortSignal;
  /** Null when the loop runs outside a turn. */
  readonly scope: TurnScope | null;
}

/** How bad a wrong call can be: `none` reads only, `low` is easily undone, `high` is not. */
export type ToolRisk = 'none' | 'low' | 'high';

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
  readonly parallelSafe: boolean;
  /** Works without a network. */
  readonly offlineCapable: boolean;
  /** Asks for progress: the same call again and again is normal, so the loop guard lets it pass. */
  readonly polling?: boolean;
  /** Where it comes from, for `allowedSources`: `native`, `plugin:<name>`, `mcp:<server>`. */
  readonly source: string;
  readonly risk: ToolRisk;
  /** Time limit of one call in milliseconds; default two minutes. */
  readonly timeoutMs?: number;
  /** @throws anything: the message becomes the answer to the model */
  execute(args: z.output<Args>, context: ToolContext): Promise<unknown>;
}

/** Types the arguments of a tool from its schema. */
export function defineTool<Args extends z.ZodObject>(tool: ToolDefinition<Args>): ToolDefinition {
  return tool;
}

/** Whether a call that was started and has no known result may simply be run again. */
export function isRepeatable(tool: Pick<ToolDefinition, 'idempotent' | 'mutating'>): boolean {
  return tool.idempotent && !tool.mutating;
}
