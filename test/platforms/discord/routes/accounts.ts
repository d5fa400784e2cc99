import { z } from 'zod';
import type { RegisteredCommand } from '../commands.js';
import { missingAccess, unknownMember, unknownUser } from '../errors.js';
import { applicationFlags, guildsOfBot } from '../events.js';
import { intents } from '../session.js';
import { check } from '../validate.js';
import { channelsOf, channelToWire, guildToWire, memberToWire, rolesToWire, userToWire } from '../wire.js';
import { openGuild } from './place.js';
import { part, type Route, type RouteContext, route } from './route.js';

function application({ state }: RouteContext) {
  return {
    id: state.bot.id,
    name: state.bot.username,
    icon: null,
    description: '',
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '',
    team: null,
    owner: null,
    flags: applicationFlags(state),
    approximate_guild_count: guildsOfBot(state).length,
    bot: userToWire(state.bot),
  };
}

const gatewayBot = ({ state }: RouteContext) => ({
  url: `${state.origin().replace('http', 'ws')}/gateway`,
  shards: 1,
  session_start_limit: { total: 1000, remaining: 1000, reset_after: 86_400_000, max_concurrency: 1 },
});

function getUser(context: RouteContext) {
  const user = context.state.world.users.get(part(context, 'user'));
  if (user === undefined) throw unknownUser();
  return userToWire(user);
}

const getGuild = (context: RouteContext) => guildToWire(openGuild(context.state, part(context, 'guild')));
const listRoles = (context: RouteContext) => rolesToWire(openGuild(context.state, part(context, 'guild')));

function getMember(context: RouteContext) {
  const { state } = context;
  const guild = openGuild(state, part(context, 'guild'));
  const id = part(context, 'user') === '@me' ? state.bot.id : part(context, 'user');
  const user = state.world.users.get(id);
  if (user === undefined || !guild.members.has(user.id)) throw unknownMember();
  return memberToWire(guild, user, true);
}

function listMembers(context: RouteContext) {
  const { state } = context;
  const guild = openGuild(state, part(context, 'guild'));
  const schema = z.looseObject({ limit: z.coerce.number().int().min(1).max(1000).default(1) });
  const { limit } = check(schema, Object.fromEntries(context.query));
  if ((state.bot.privilegedIntents & intents.guildMembers) === 0) throw missingAccess();
  const users = [...guild.members.keys()].flatMap((id) => state.world.users.get(id) ?? []);
  return users.slice(0, limit).map((user) => memberToWire(guild, user, true));
}

function listChannels(context: RouteContext) {
  const guild = openGuild(context.state, part(context, 'guild'));
  return channelsOf(context.state, guild, 'text').map((channel) => channelToWire(context.state, channel));
}

function commandToWire(context: RouteContext, scope: string, command: RegisteredCommand) {
  const guild = scope === 'global' ? {} : { guild_id: scope };
  const { id, version, definition } = command;
  return {
    default_member_permissions: null,
    nsfw: false,
    ...definition,
    description: definition.description ?? '',
    id,
    version,
    application_id: context.state.bot.id,
    ...guild,
  };
}

function commandScope(context: RouteContext): string {
  if (part(context, 'application') !== context.state.bot.id) throw missingAccess();
  const { guild } = context.path;
  return guild === undefined ? 'global' : openGuild(context.state, guild).id;
}

function listCommands(context: RouteContext) {
  const scope = commandScope(context);
  return context.state.commands.list(scope).map((command) => commandToWire(context, scope, command));
}

function overwriteCommands(context: RouteContext) {
  const scope = commandScope(context);
  const commands = context.state.commands.overwrite(scope, context.json);
  context.state.watch.changed();
  return commands.map((command) => commandToWire(context, scope, command));
}

const ownCommands = '/applications/:application/commands' as const;
const guildCommands = '/applications/:application/guilds/:guild/commands' as const;

export const accountRoutes: readonly Route[] = [
  route('getMe', 'GET /users/@me', 'other', ({ state }) => userToWire(state.bot)),
  route('listMyGuilds', 'GET /users/@me/guilds', 'other', ({ state }) =>
    guildsOfBot(state).map((guild) => guildToWire(guild)),
  ),
  route('getUser', 'GET /users/:user', 'other', getUser),
  route('getApplication', 'GET /applications/@me', 'other', application),
  route('getMyApplication', 'GET /oauth2/applications/@me', 'other', application),
  route('getGateway', 'GET /gateway/bot', 'other', gatewayBot),
  route('getGuild', 'GET /guilds/:guild', 'other', getGuild),
  route('listRoles', 'GET /guilds/:guild/roles', 'other', listRoles),
  route('listChannels', 'GET /guilds/:guild/channels', 'other', listChannels),
  route('getMember', 'GET /guilds/:guild/members/:user', 'other', getMember),
  route('listMembers', 'GET /guilds/:guild/members', 'other', listMembers),
  route('listCommands', `GET ${ownCommands}`, 'other', listCommands),
  route('overwriteCommands', `PUT ${ownCommands}`, 'commands', overwriteCommands),
  route('listGuildCommands', `GET ${guildCommands}`, 'other', listCommands),
  route('overwriteGuildCommands', `PUT ${guildCommands}`, 'commands', overwriteCommands),
];
