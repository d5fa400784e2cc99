import type { z } from 'zod';
import { wrong } from '../errors.js';
import type { Account, ServerState } from '../state.js';
import type { AppRecord } from '../world.js';

/** What a method runs with. */
export interface MethodContext {
  readonly state: ServerState;
  readonly account: Account;
  readonly app: AppRecord;
}

/** One method of the Web API: parameters in, the answer's fields out; throws an `ApiError` to refuse. */
export type Method = (params: Record<string, unknown>, context: MethodContext) => Record<string, unknown>;

/** Builds a method whose parameters are checked first. Unknown parameters pass, as in Slack. */
export function method<Schema extends z.ZodType>(
  schema: Schema,
  run: (params: z.output<Schema>, context: MethodContext) => Record<string, unknown>,
): Method {
  return (params, context) => {
    const parsed = schema.safeParse(params);
    if (!parsed.success) {
      throw wrong(
        'invalid_arguments',
        parsed.error.issues.map((issue) => `${issue.message} [json-pointer:/${issue.path.join('/')}]`),
      );
    }
    return run(parsed.data, context);
  };
}
