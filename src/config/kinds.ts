import { z } from 'zod';
import { type NetAllowed, netAllowSchema } from './netAllow.js';
import { type Principal, principalSchema } from './principal.js';
import { type RoleRates, ratesByRole, roleRateSchema } from './roleRates.js';

/** How the text of a setting is read, and the words that say what it must look like. */
export interface Kind<T> {
  /** Completes the sentence "it wants ...". */
  readonly wants: string;
  readonly schema: z.ZodType<T, string>;
  /** The part of a bad value that is to blame, where a value has parts. */
  readonly culprit?: (raw: string) => string | undefined;
  /** A bad value counts as unset, with a warning, instead of keeping the gateway from starting. */
  readonly isTolerant?: true;
}

/** Any text that is not blank. */
export function text(wants: string, pattern?: RegExp): Kind<string> {
  const plain = z.string().min(1);
  return { wants, schema: pattern === undefined ? plain : plain.regex(pattern) };
}

/** A whole number from `min` to `max`, both included; `unit` is for the words only. */
export function integer(unit: string, min: number, max: number): Kind<number> {
  return {
    wants: `a whole ${unit} from ${min} to ${max}`,
    schema: z
      .string()
      .regex(/^[+-]?\d+$/)
      .transform(Number)
      .pipe(z.number().int().min(min).max(max)),
  };
}

/** A duration in milliseconds, a day at most. */
export function milliseconds(min: number): Kind<number> {
  return integer('number of milliseconds', min, 86_400_000);
}

/** A duration in minutes, a week at most. */
export function minutes(min: number): Kind<number> {
  return integer('number of minutes', min, 10_080);
}

/** A key, secret or token of which no more is known. */
export function key(): Kind<string> {
  return text('text without spaces', /^\S+$/);
}

/** The address of a web server. */
export function web(): Kind<string> {
  return url(['http', 'https']);
}

/** A number above zero. */
export function positiveNumber(unit: string): Kind<number> {
  return { wants: `${unit} above 0`, schema: decimal.pipe(z.number().positive()) };
}

/** Calls a second, or `off` for no limit of our own. */
export function rate(max: number): Kind<number | 'off'> {
  return {
    wants: `calls a second, above 0 and at most ${max}, or "off"`,
    schema: z.union([z.literal('off'), decimal.pipe(z.number().positive().max(max))]),
  };
}

/** The spellings of yes and no that people use. */
export function flag(): Kind<boolean> {
  return {
    wants: 'on or off (also 1/0, true/false, yes/no, enabled/disabled)',
    schema: z.stringbool({
      truthy: ['1', 'true', 'yes', 'on', 'enabled'],
      falsy: ['0', 'false', 'no', 'off', 'disabled'],
    }),
  };
}

/** `flag`, and anything else counts as unset. */
export function tolerantFlag(): Kind<boolean | undefined> {
  const { wants, schema } = flag();
  return { wants, schema: z.string().transform((raw) => schema.safeParse(raw).data), isTolerant: true };
}

/** A number from 1 up, cut to a whole one; anything else counts as unset. */
export function tolerantCount(unit: string): Kind<number | undefined> {
  const toCount = (raw: string) => {
    const count = Math.trunc(Number(raw));
    return Number.isSafeInteger(count) && count >= 1 ? count : undefined;
  };
  return { wants: `a whole number of ${unit} from 1 up`, schema: z.string().transform(toCount), isTolerant: true };
}

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(...words: Words): Kind<Words[number]> {
  return { wants: `one of ${words.join(', ')}`, schema: z.enum(words) };
}

/** One of a few words, else a comma-separated list of model names or parts of them. */
export function choiceOrModels<const Words extends readonly [string, ...string[]]>(
  ...words: Words
): Kind<Words[number] | readonly string[]> {
  return {
    wants: `one of ${words.join(', ')}, or a list of model names separated by commas`,
    schema: z.union([z.enum(words), z.string().transform(splitList).pipe(z.array(z.string()).min(1))]),
  };
}

/** A server's address without slashes at its end. */
export function url(protocols: readonly string[], ending = ''): Kind<string> {
  const shape = protocols.map((protocol) => `${protocol}://`).join(' or ');
  return {
    wants: `an address that starts with ${shape}${ending === '' ? '' : ` and ends in ${ending}`}`,
    schema: z
      .string()
      .refine((value) => protocols.some((protocol) => protocolOf(value) === `${protocol}:`))
      .transform((value) => value.replace(/\/+$/, ''))
      .refine((value) => value.endsWith(ending)),
  };
}

/** People, as `telegram:123, slack:T1/U1, discord:42`. */
export function principals(): Kind<readonly Principal[]> {
  return {
    wants: 'people separated by commas, each as telegram:123, slack:U1, slack:T1/U1 or discord:42 (ids, not names)',
    schema: z.string().transform(splitList).pipe(z.array(principalSchema)),
    culprit: (raw) => splitList(raw).find((entry) => !principalSchema.safeParse(entry).success),
  };
}

/** Places in the network, as `wiki.corp.example, *.lab.example, 10.1.2.0/24, 127.0.0.1:3000, [fd00::5]:8080`. */
export function netPlaces(): Kind<readonly NetAllowed[]> {
  return {
    wants:
      'hosts, *.hosts, addresses or ranges such as 10.1.2.0/24, separated by commas, each with :port where only that port is meant (IPv6 in brackets then)',
    schema: z.string().transform(splitList).pipe(z.array(netAllowSchema)),
    culprit: (raw) => splitList(raw).find((entry) => !netAllowSchema.safeParse(entry).success),
  };
}

/** What people of each role may ask for, as `member:20/120, guest:6/30`: messages a minute, then turns an hour. */
export function roleRates(): Kind<RoleRates | 'off'> {
  return {
    wants: 'messages a minute and turns an hour by role, such as member:20/120,guest:6/30,admin:60/600, or "off"',
    schema: z.union([
      z.literal('off').transform((): 'off' => 'off'),
      z.string().transform(splitList).pipe(z.array(roleRateSchema).min(1)).transform(ratesByRole),
    ]),
    culprit: (raw) => splitList(raw).find((entry) => !roleRateSchema.safeParse(entry).success),
  };
}

/** An IANA time zone; `system` stands for the one of this machine. */
export function timeZone(): Kind<string> {
  return {
    wants: 'a time zone such as Europe/Berlin or UTC, or "system"',
    schema: z
      .string()
      .transform((value) => (value === 'system' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : value))
      .refine(isTimeZone),
  };
}

/** A language tag (BCP 47). */
export function language(): Kind<string> {
  return { wants: 'a language tag such as en, de or pt-BR', schema: z.string().refine(isLanguageTag) };
}

const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number);

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function protocolOf(value: string): string | undefined {
  return URL.canParse(value) ? new URL(value).protocol : undefined;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // Intl has no other way to say that it does not know a zone.
    return false;
  }
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // Intl has no other way to say that a tag is malformed.
    return false;
  }
}
