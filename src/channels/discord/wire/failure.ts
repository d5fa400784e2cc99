import { z } from 'zod';
import { WaggleError } from '../../../core/errors.js';

/** Whom a 429 concerns: the route in this channel, the bot as a whole, or everybody in the channel. */
export type LimitScope = 'user' | 'shared' | 'global';

/** How a REST call failed. */
export type DiscordFailure =
  /** The server answered with an error: the call had no effect, unless the status is a 5xx. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Discord's own code (10008, 50013 ...); null where a proxy answered, which has none. */
      readonly code: number | null;
      readonly description: string;
      /** Of a 429, milliseconds; null where none was named. */
      readonly retryAfterMs: number | null;
      readonly scope: LimitScope;
    }
  /** No whole answer: the call may have had its effect. */
  | { readonly kind: 'lost'; readonly reason: string };

/** A failed REST call. Never carries the request: neither tokens nor texts may reach a log. */
export class DiscordCallError extends WaggleError {
  readonly route: string;
  readonly failure: DiscordFailure;

  constructor(route: string, failure: DiscordFailure) {
    super(
      isTokenRefused(failure) ? 'discord-token' : 'discord-call',
      `Discord ${route}: ${failure.kind === 'lost' ? `answer lost (${failure.reason})` : describe(failure)}`,
      { sentence: 'Discord could not be reached. Please try again.' },
    );
    this.name = 'DiscordCallError';
    this.route = route;
    this.failure = failure;
  }
}

function describe({ status, code, description }: Extract<DiscordFailure, { kind: 'answered' }>): string {
  return [status, code === null || code === 0 ? null : code, description].filter((part) => part !== null).join(' ');
}

/** 401 with the code of an expired interaction token; every other 401 is about the bot's own token. */
const EXPIRED_INTERACTION = 50027;

/** Whether Discord says that the bot's token is not, or no longer, good. */
export function isTokenRefused(failure: DiscordFailure): boolean {
  return failure.kind === 'answered' && failure.status === 401 && failure.code !== EXPIRED_INTERACTION;
}

/** Whether Discord itself says no to this call, so that no repetition helps. A bot that is not known at all is another matter. */
export function isRefusal(thrown: unknown): boolean {
  if (!(thrown instanceof DiscordCallError) || thrown.failure.kind === 'lost') return false;
  const { status, code } = thrown.failure;
  return code !== null && status >= 400 && status < 500 && status !== 429 && status !== 401;
}

/** The fault that no retry heals, said with what the operator has to do. */
export function tokenRefused(cause: unknown): WaggleError {
  return new WaggleError(
    'discord-token',
    'Discord refuses the bot token: it was reset or mistyped. Get a new one in the Developer Portal under Bot → Reset Token and set DISCORD_BOT_TOKEN.',
    { cause, sentence: 'The Discord bot is not connected.' },
  );
}

const bodySchema = z.object({
  code: z.number().int().exactOptional(),
  message: z.string().exactOptional(),
  retry_after: z.number().nonnegative().exactOptional(),
  global: z.boolean().exactOptional(),
  errors: z.unknown().exactOptional(),
});

const scopeSchema = z.enum(['user', 'shared', 'global']);

/** Reads an error answer: its JSON, or, where a proxy answered, what the headers say. */
export function failureOfAnswer(
  status: number,
  header: (name: string) => string | undefined,
  text: string,
): Extract<DiscordFailure, { kind: 'answered' }> {
  const body = bodySchema.safeParse(parseJson(text)).data;
  const seconds = body?.retry_after ?? Number(header('retry-after') ?? Number.NaN);
  const isGlobal = body?.global === true || header('x-ratelimit-global') === 'true';
  // Discord's proxy bans an address without JSON and without naming a scope: that is for all calls.
  const named = scopeSchema.safeParse(header('x-ratelimit-scope')).data ?? (body === undefined ? 'global' : 'user');
  return {
    kind: 'answered',
    status,
    code: body?.code ?? null,
    description: `${body?.message ?? 'no JSON'}${body?.errors === undefined ? '' : ` ${placesOf(body.errors).join('; ')}`}`,
    retryAfterMs: Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : null,
    scope: isGlobal ? 'global' : named,
  };
}

const leavesSchema = z.object({ _errors: z.array(z.object({ code: z.string() })) });

/** `content: BASE_TYPE_BAD_LENGTH` for each place that Discord finds wrong; its messages may quote the text. */
function placesOf(errors: unknown, path = ''): string[] {
  const leaf = leavesSchema.safeParse(errors);
  if (leaf.success) return leaf.data._errors.map(({ code }) => `${path}: ${code}`);
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.entries(errors).flatMap(([key, value]) => placesOf(value, path === '' ? key : `${path}.${key}`));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
