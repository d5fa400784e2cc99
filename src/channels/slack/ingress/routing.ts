import { z } from 'zod';
import { WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { Intake } from './intake.js';

const id = z.string().nullish();
const placeSchema = z.looseObject({
  authorizations: z.array(z.looseObject({ team_id: id })).nullish(),
  team_id: id,
  team: z.looseObject({ id }).nullish(),
});

/** The workspaces that a payload is for. In channels shared with others, only the authorizations name ours. */
function teamsOf(body: unknown): readonly string[] {
  const place = placeSchema.safeParse(body).data;
  const authorized = (place?.authorizations ?? []).map(({ team_id: team }) => team);
  const named = authorized.length > 0 ? authorized : [place?.team_id, place?.team?.id];
  return named.filter((team) => typeof team === 'string');
}

/**
 * Gives a payload to the account that it is for. Accounts of one app share its app token and its signing secret, so that each
 * of them hears what is meant for the others.
 *
 * @param intakes the accounts that may be meant; null for one that is not open
 * @returns resolves once Slack may be told that the payload arrived
 * @throws WaggleError `slack-closed` when the account may be one that is not open: the payload must come again
 */
export async function takeByTeam(body: unknown, intakes: readonly (Intake | null)[], log: Log): Promise<void> {
  const teams = teamsOf(body);
  const [only] = intakes;
  const meant = intakes.length === 1 ? only : intakes.find((intake) => intake && teams.includes(intake.team));
  if (meant) return meant.take(body);
  if (intakes.includes(null)) throw new WaggleError('slack-closed', 'the account of a Slack event is not open');
  log.warn({ teams }, 'a Slack event is for a workspace that is not configured');
}
