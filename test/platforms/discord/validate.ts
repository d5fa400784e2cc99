import { z } from 'zod';
import { type FieldError, invalidForm } from './errors.js';

/** An id as Discord reads it. */
export const snowflake = z.string().regex(/^\d{15,20}$/, 'snowflake');

function translate(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  const one = (code: string, message: string): FieldError[] => [{ path, code, message }];
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? one('BASE_TYPE_BAD_LENGTH', `Must be ${issue.maximum} or fewer in length.`)
        : one('NUMBER_TYPE_MAX', `int value should be less than or equal to ${issue.maximum}.`);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return one('BASE_TYPE_REQUIRED', 'This field is required');
      return issue.origin === 'string' || issue.origin === 'array'
        ? one('BASE_TYPE_BAD_LENGTH', `Must be ${issue.minimum} or more in length.`)
        : one('NUMBER_TYPE_MIN', `int value should be greater than or equal to ${issue.minimum}.`);
    case 'invalid_type':
      if (issue.input === undefined) return one('BASE_TYPE_REQUIRED', 'This field is required');
      return one(`${issue.expected.toUpperCase()}_TYPE_CONVERT`, `Could not interpret the value as ${issue.expected}.`);
    case 'invalid_format':
      return issue.message === 'snowflake'
        ? one('NUMBER_TYPE_COERCE', 'Value is not snowflake.')
        : one('STRING_TYPE_REGEX', 'String value did not match validation regex.');
    case 'invalid_value':
      return one('BASE_TYPE_CHOICES', `Value must be one of {${issue.values.map(String).join(', ')}}.`);
    case 'invalid_union':
      return one('UNION_TYPE_CHOICES', 'Value of field must be one of the known types.');
    default:
      return one('BASE_TYPE_INVALID', issue.message);
  }
}

/** Checks a part of a request; throws 50035 with every place that is wrong. */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidForm(parsed.error.issues.flatMap(translate));
}

/** Throws 50035 when there are errors. */
export function refuseIfAny(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidForm(errors);
}
