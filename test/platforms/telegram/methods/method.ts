import type { z } from 'zod';
import type { Upload } from '../body.js';
import { badRequest } from '../errors.js';
import type { Account, ServerState } from '../state.js';
import type { BotRecord } from '../world.js';

/** What a method runs with. */
export interface MethodContext {
  readonly state: ServerState;
  readonly account: Account;
  readonly bot: BotRecord;
  readonly uploads: ReadonlyMap<string, Upload>;
  /** Fires when the client went away. */
  readonly gone: AbortSignal;
}

/** One method of the Bot API: parameters in, result out; throws an `ApiError` to refuse. */
export type Method = (params: Record<string, unknown>, context: MethodContext) => unknown;

/** Builds a method whose parameters are checked first. */
export function method<Schema extends z.ZodType>(
  schema: Schema,
  run: (params: z.output<Schema>, context: MethodContext) => unknown,
): Method {
  return (params, context) => {
    const parsed = schema.safeParse(params);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw badRequest(`can't parse parameter "${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'unknown'}`);
    }
    return run(parsed.data, context);
  };
}
