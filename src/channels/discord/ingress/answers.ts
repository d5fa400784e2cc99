import { z } from 'zod';
import type { Log } from '../../../core/log.js';
import { ALREADY_ACKNOWLEDGED, INTERACTION_OVER } from '../wire/codes.js';
import { DiscordCallError } from '../wire/failure.js';
import type { DiscordRest } from '../wire/rest.js';

/** Kinds of first answers (API, "Interaction Callback Type"). */
const CALLBACK = { deferMessage: 5, deferUpdate: 6, completions: 8, window: 9 } as const;

const EPHEMERAL = 1 << 6;

/** Discord waits 3 s for a first answer; a try beyond is for nobody. */
const FIRST_ANSWER_MS = 3_000;
/** A first answer whose own answer was lost is tried again this often in all. */
const TRIES = 3;

/** Which interaction is answered. */
export interface InteractionRef {
  readonly id: string;
  readonly token: string;
}

const deferredSchema = z.object({
  resource: z.object({ message: z.object({ id: z.string() }).exactOptional() }).nullish(),
  interaction: z.object({ response_message_id: z.string().nullish() }).nullish(),
});
const messageSchema = z.object({ id: z.string() });

/** The calls by which interactions are answered. Their routes need no token of the bot's. */
export interface Answers {
  /** "Thinking ...", in place of which the answer comes. Null: too late, or somebody else answered. */
  defer(ref: InteractionRef): Promise<{ readonly placeholder: string } | null>;
  /** Says that a press arrived; nothing changes. False: too late. */
  acknowledge(ref: InteractionRef): Promise<boolean>;
  complete(ref: InteractionRef, choices: readonly { name: string; value: string }[]): Promise<void>;
  /** Opens a window with one text field. */
  ask(ref: InteractionRef, window: { id: string; title: string; label: string }): Promise<void>;
  /** A line that only the person sees. */
  whisper(ref: InteractionRef, text: string): Promise<void>;
  /** Takes the placeholder away. */
  withdraw(ref: InteractionRef): Promise<void>;
  /** The message that the interaction was first answered with; null when there is none. */
  placeholderOf(ref: InteractionRef): Promise<string | null>;
}

export function createAnswers(deps: { rest: DiscordRest; application: string; log: Log }): Answers {
  const { rest, application, log } = deps;
  const webhook = ({ token }: InteractionRef) => `/webhooks/${application}/${encodeURIComponent(token)}` as const;

  const respond = (ref: InteractionRef, json: object, query: Readonly<Record<string, string>> = {}) => {
    const path = `/interactions/${ref.id}/${encodeURIComponent(ref.token)}/callback` as const;
    const request = { name: 'respond', method: 'POST', path, json, query, asBot: false } as const;
    return rest.call(request, { timeoutMs: FIRST_ANSWER_MS });
  };

  const placeholderOf: Answers['placeholderOf'] = async (ref) => {
    try {
      const path = `${webhook(ref)}/messages/@original` as const;
      const { body } = await rest.call({ name: 'getOriginal', method: 'GET', path, asBot: false });
      return messageSchema.parse(body).id;
    } catch (thrown) {
      if (statusOf(thrown) === 404 || INTERACTION_OVER.has(codeOf(thrown))) return null;
      throw thrown;
    }
  };

  /** A first answer; `repeated` tells what to do when an earlier try turns out to have arrived. */
  const first = async <T>(
    what: string,
    call: () => Promise<T>,
    repeated: () => Promise<T | null>,
  ): Promise<T | null> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call();
      } catch (thrown) {
        const code = codeOf(thrown);
        if (code === ALREADY_ACKNOWLEDGED) {
          if (tries > 1) return repeated();
          log.error({ what }, 'another program answers for this Discord bot: two run with one token');
          return null;
        }
        const mayTryAgain = tries < TRIES && (statusOf(thrown) === null || (statusOf(thrown) ?? 0) >= 500);
        if (!mayTryAgain) {
          log.warn({ err: thrown, what }, 'an interaction could not be answered in time');
          return null;
        }
      }
    }
  };

  const besides = async (what: string, call: () => Promise<unknown>) => {
    try {
      await call();
    } catch (thrown) {
      log.warn({ err: thrown, what }, 'an answer to an interaction could not be given');
    }
  };

  return {
    defer: async (ref) => {
      const placeholder = await first(
        'defer',
        async () => {
          const { body } = await respond(ref, { type: CALLBACK.deferMessage }, { with_response: 'true' });
          const made = deferredSchema.safeParse(body).data;
          return made?.resource?.message?.id ?? made?.interaction?.response_message_id ?? placeholderOf(ref);
        },
        () => placeholderOf(ref),
      );
      return placeholder === null ? null : { placeholder };
    },
    acknowledge: async (ref) => {
      const done = await first(
        'acknowledge',
        async () => {
          await respond(ref, { type: CALLBACK.deferUpdate });
          return true;
        },
        async () => true,
      );
      return done === true;
    },
    complete: (ref, choices) =>
      besides('complete', () => respond(ref, { type: CALLBACK.completions, data: { choices } })),
    ask: (ref, { id, title, label }) => {
      const input = { type: 4, custom_id: 'question', style: 2, label, max_length: 2000, required: true };
      const data = { custom_id: id, title, components: [{ type: 1, components: [input] }] };
      return besides('ask', () => respond(ref, { type: CALLBACK.window, data }));
    },
    whisper: (ref, content) => {
      const json = { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } };
      return besides('whisper', () =>
        rest.call({ name: 'followUp', method: 'POST', path: webhook(ref), json, asBot: false }),
      );
    },
    withdraw: (ref) => {
      const path = `${webhook(ref)}/messages/@original` as const;
      return besides('withdraw', () => rest.call({ name: 'deleteOriginal', method: 'DELETE', path, asBot: false }));
    },
    placeholderOf,
  };
}

function answeredOf(thrown: unknown) {
  return thrown instanceof DiscordCallError && thrown.failure.kind === 'answered' ? thrown.failure : null;
}

/** Null where no answer came. */
function statusOf(thrown: unknown): number | null {
  return answeredOf(thrown)?.status ?? null;
}

function codeOf(thrown: unknown): number {
  return answeredOf(thrown)?.code ?? 0;
}
