import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import type { SlackApi } from '../wire/api.js';

/** A person or bot, as far as messages need it. */
export interface Person {
  readonly name: string;
  /** IETF language tag; null when Slack does not say. */
  readonly locale: string | null;
  readonly isBot: boolean;
  /** Of another workspace, met in a channel that both share. */
  readonly isOutside: boolean;
}

/** Who is who in the workspace, asked once in a while. */
export interface People {
  /** Null when Slack does not know, or does not answer in time: a message never waits long for a name. */
  find(user: string): Promise<Person | null>;
}

const MAX_KEPT = 2_000;
const KEPT_MS = 3_600_000;
/** A command must be acknowledged within 3 s, and a name is not worth losing it. */
const TIMEOUT_MS = 1_000;
/** After a failure Slack is not asked about that person for so long. */
const FAILED_MS = 30_000;

const answerSchema = z.looseObject({
  user: z.looseObject({
    name: z.string().nullish(),
    real_name: z.string().nullish(),
    locale: z.string().nullish(),
    is_bot: z.boolean().nullish(),
    is_stranger: z.boolean().nullish(),
    team_id: z.string().nullish(),
    enterprise_user: z.looseObject({ teams: z.array(z.string()).nullish() }).nullish(),
    profile: z.looseObject({ display_name: z.string().nullish(), real_name: z.string().nullish() }).nullish(),
  }),
});

/** @param deps.team the workspace that the bot is of */
export function createPeople(deps: { api: Pick<SlackApi, 'call'>; team: string; clock: Clock; log: Log }): People {
  const { api, team, clock, log } = deps;
  const kept = new Map<string, { person: Promise<Person | null>; until: number }>();

  const ask = async (user: string): Promise<Person | null> => {
    const args = { user, include_locale: true };
    const answer = await api.call('users.info', args, answerSchema, { timeoutMs: TIMEOUT_MS });
    const { name, real_name, locale, is_bot, is_stranger, team_id, enterprise_user, profile } = answer.user;
    const teams = [...(team_id ? [team_id] : []), ...(enterprise_user?.teams ?? [])];
    const isOutside = is_stranger === true || (teams.length > 0 && !teams.includes(team));
    const shown = [profile?.display_name, profile?.real_name, real_name, name].find((text) => text?.trim());
    return { name: shown ?? '', locale: locale || null, isBot: is_bot === true, isOutside };
  };

  return {
    find: async (user) => {
      const known = kept.get(user);
      if (known !== undefined && known.until > clock.now()) return known.person;
      const entry = { person: ask(user), until: clock.now() + KEPT_MS };
      entry.person = entry.person.catch((thrown: unknown) => {
        log.debug({ err: thrown, user }, 'Slack does not say who somebody is');
        entry.until = clock.now() + FAILED_MS;
        return null;
      });
      kept.delete(user);
      kept.set(user, entry);
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break;
        kept.delete(oldest);
      }
      return entry.person;
    },
  };
}
