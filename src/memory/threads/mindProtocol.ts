import type { ErrorText } from './mindError.js';
import type { ArgsOf, OpName } from './mindOps.js';

/** One operation on one mind. `owner` is what its file is to name as its owner (`ownerText`). */
export interface MindRequest<Op extends OpName = OpName> {
  readonly id: number;
  readonly file: string;
  readonly owner: string;
  readonly op: Op;
  readonly args: ArgsOf<Op>;
}

export type ToMindThread =
  | { readonly kind: 'request'; readonly request: MindRequest }
  /** Lets what was asked before finish, closes all files and ends the thread. */
  | { readonly kind: 'close' };

export type MindAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorText };
