import { ReportedError } from './modelError.js';
import { type WireError, wireErrorSchema } from './wireSchema.js';

/** Words in an error's type, code or message, and the HTTP status that they amount to. The first that fits counts. */
const STATUS_BY_WORD: readonly (readonly [RegExp, number])[] = [
  [/insufficient_quota|billing/i, 402],
  [/rate.?limit|too many requests/i, 429],
  [/overloaded/i, 529],
  [/authentication|invalid_api_key|unauthorized/i, 401],
  [/permission|forbidden/i, 403],
  [/not_found/i, 404],
  [/invalid_request|context_length|content_policy|content_filter|bad_request/i, 400],
];

/** An error without any hint is taken for a passing one. */
const STATUS_WITHOUT_HINT = 502;

/** How much of an error without a message is quoted, in characters. */
const QUOTED_CHARS = 500;

function asStatus(value: string | number | null | undefined): number | null {
  const status = Number(value ?? Number.NaN);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : null;
}

/** Reads an `error` value of an event or body: an object, or plain text. */
export function toReportedError(error: unknown): ReportedError {
  const fields: WireError = wireErrorSchema.safeParse(error).data ?? {};
  const { type, code } = fields;
  const plain = typeof error === 'string' ? error : JSON.stringify(error);
  const message = fields.message ?? (plain ?? 'unknown error').slice(0, QUOTED_CHARS);
  const named = asStatus(code) ?? asStatus(fields.status);
  if (named !== null) return new ReportedError(named, message);
  const hint = `${type ?? ''} ${code ?? ''} ${message}`;
  const status = STATUS_BY_WORD.find(([word]) => word.test(hint))?.[1] ?? STATUS_WITHOUT_HINT;
  return new ReportedError(status, message);
}
