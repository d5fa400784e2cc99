import { z } from 'zod';
import { announceEvent } from '../announce.js';
import { unlucky, wrong } from '../errors.js';
import { flag, ts } from '../params.js';
import { userToWire } from '../wire.js';
import type { MethodContext } from './method.js';
import { method } from './method.js';
import { joinedChannel, knownUser, visibleMessage } from './place.js';

export const authTest = method(z.object({}), (_params, { state, app }) => ({
  url: `https://${state.world.team.domain}.slack.com/`,
  team: state.world.team.name,
  user: app.user.name,
  team_id: state.world.team.id,
  user_id: app.user.id,
  bot_id: app.botId,
  is_enterprise_install: false,
}));

/** Gives a ticket for one Socket Mode connection. */
export const openConnection = method(z.object({}), (_params, { state, account }) => ({
  url: `${state.base.replace(/^http/, 'ws')}${account.sockets.ticket()}`,
}));

export const usersInfo = method(
  z.object({ user: z.string(), include_locale: flag.exactOptional() }),
  (params, context) => {
    const user = knownUser(context, params.user);
    const locale = params.include_locale === true ? { locale: user.locale } : {};
    return { user: { ...userToWire(user), ...locale } };
  },
);

const reactionParams = z.object({ channel: z.string(), timestamp: ts, name: z.string() });
const emojiName = /^[\p{L}\p{N}_+'-]{1,100}(::skin-tone-[2-6])?$/u;

function reacted(context: MethodContext, params: z.output<typeof reactionParams>) {
  const record = joinedChannel(context, params.channel);
  const message = visibleMessage(record, params.timestamp);
  if (!emojiName.test(params.name)) throw wrong('invalid_name');
  return { record, message, users: message.reactions.get(params.name) ?? new Set<string>() };
}

export const addReaction = method(reactionParams, (params, context) => {
  const { record, message, users } = reacted(context, params);
  const id = context.app.user.id;
  if (users.has(id)) throw unlucky('already_reacted');
  message.reactions.set(params.name, users.add(id));
  announceEvent(context.state, record, 'reaction_added', {
    user: id,
    reaction: params.name,
    item: { type: 'message', channel: record.id, ts: message.ts },
    item_user: message.from.id,
  });
  return {};
});

export const removeReaction = method(reactionParams, (params, context) => {
  const { message, users } = reacted(context, params);
  if (!users.delete(context.app.user.id)) throw unlucky('no_reaction');
  if (users.size === 0) message.reactions.delete(params.name);
  context.state.watch.changed();
  return {};
});
