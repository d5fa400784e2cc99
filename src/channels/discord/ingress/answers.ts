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
  /**
   * "Thinking ...", in place of which the answer comes. Null: too late, or somebody else answered.
   *
   * @throws DiscordCallError when it cannot be told whether a placeholder stands there
   */
  defer(ref: InteractionRef): Promise<{ readonly placeholder: string } | null>;
  /**
   * Says that a press arrived; nothing changes. False: too late, or somebody else answered.
   *
   * @throws DiscordCallError when it cannot be told whether Discord heard it
   */
  acknowledge(ref: InteractionRef): Promise<boolean>;
  complete(ref: InteractionRef, choices: readonly { name: string; value: string }[]): Promise<void>;
  /** Opens a window with one text field. */
  ask(ref: InteractionRef, window: { id: string; title: string; label: string }): Promise<void>;
  /** A line that only the person sees. */
  whisper(ref: InteractionRef, text: string): Promise<void>;
  /**
   * Takes the placeholder away.
   *
   * @throws DiscordCallError when it may still stand there
   */
  withdraw(ref: InteractionRef): Promise<void>;
  /**
   * The message that the interaction was first answered with, or whose control was pressed; null when it was never answered.
   *
   * @throws DiscordCallError when Discord does not say
   */
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
      if (isOver(thrown)) return null;
      throw thrown;
    }
  };

  /**
   * A first answer; `repeated` tells what to do when an earlier try turns out to have arrived. `in-doubt`: no try was answered.
   */
  const first = async <T>(
    what: string,
    call: () => Promise<T | 'in-doubt'>,
    repeated: () => Promise<T | null>,
  ): Promise<T | null | 'in-doubt'> => {
    let mayHaveArrived = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return await call();
      } catch (thrown) {
        if (codeOf(thrown) === ALREADY_ACKNOWLEDGED) {
          if (mayHaveArrived) return repeated();
          log.error({ what }, 'another program answers for this Discord bot: two run with one token');
          return null;
        }
        const isUnknown = (statusOf(thrown) ?? 500) >= 500;
        mayHaveArrived ||= isUnknown;
        if (isUnknown && tries < TRIES) continue;
        log.warn({ err: thrown, what }, 'an interaction could not be answered in time');
        return mayHaveArrived ? 'in-doubt' : null;
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
      const find = async () => {
        const placeholder = await placeholderOf(ref);
        return placeholder === null ? null : { placeholder };
      };
      const defer = async () => {
        const { body } = await respond(ref, { type: CALLBACK.deferMessage }, { with_response: 'true' });
        const made = deferredSchema.safeParse(body).data;
        const placeholder = made?.resource?.message?.id ?? made?.interaction?.response_message_id ?? null;
        return placeholder === null ? 'in-doubt' : { placeholder };
      };
      const made = await first('defer', defer, find);
      return made === 'in-doubt' ? find() : made;
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
      return done === 'in-doubt' ? (await placeholderOf(ref)) !== null : done === true;
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
    withdraw: async (ref) => {
      const path = `${webhook(ref)}/messages/@original` as const;
      try {
        await rest.call({ name: 'deleteOriginal', method: 'DELETE', path, asBot: false });
      } catch (thrown) {
        if (!isOver(thrown)) throw thrown;
      }
    },
    placeholderOf,
  };
}

/** Whether there is no message of the interaction's, or none that its token still reaches. */
function isOver(thrown: unknown): boolean {
  return statusOf(thrown) === 404 || INTERACTION_OVER.has(codeOf(thrown));
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
