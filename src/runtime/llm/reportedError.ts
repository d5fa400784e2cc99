import { ReportedError } from './modelError.js';
import { wireErrorSchema } from './wireSchema.js';

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

function asStatus(value: string | number | null | undefined): number | null {
  const status = Number(value ?? Number.NaN);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : null;
}

/** Reads an `error` value of an event or body: an object, or plain text. */
export function toReportedError(error: unknown): ReportedError {
  const parsed = wireErrorSchema.safeParse(error);
  const fields = parsed.success ? parsed.data : { message: typeof error === 'string' ? error : null };
  const message = fields.message ?? (JSON.stringify(error) ?? 'unknown error').slice(0, 500);
  const named = 'code' in fields ? (asStatus(fields.code) ?? asStatus(fields.status)) : null;
  if (named !== null) return new ReportedError(named, message);
  const hint = 'code' in fields ? `${fields.type ?? ''} ${fields.code ?? ''} ${message}` : message;
  const status = STATUS_BY_WORD.find(([word]) => word.test(hint))?.[1] ?? STATUS_WITHOUT_HINT;
  return new ReportedError(status, message);
}
