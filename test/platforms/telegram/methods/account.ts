import { z } from 'zod';
import { ApiError, badRequest, conflict } from '../errors.js';
import { flag, integer, json } from '../params.js';
import { userToWire } from '../wire.js';
import { findChat } from '../world.js';
import { type MethodContext, method } from './method.js';

export const getMe = method(z.looseObject({}), (_params, { bot }) => ({
  ...userToWire(bot.user),
  can_join_groups: true,
  can_read_all_group_messages: bot.canReadAllGroupMessages,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
}));

const allowedUpdates = json(z.array(z.string())).exactOptional();

export const getUpdates = method(
  z.object({
    offset: integer.default(0),
    limit: integer.default(100),
    timeout: integer.default(0),
    allowed_updates: allowedUpdates,
  }),
  async (params, { account, gone }) => {
    if (account.webhook.state.options !== undefined) {
      throw conflict(
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    account.queue.allow(params.allowed_updates);
    const limit = Math.min(Math.max(params.limit, 1), 100);
    const updates = await account.queue.poll({ offset: params.offset, limit, timeout: params.timeout, gone });
    return updates.map((update) => update.body);
  },
);

export const setWebhook = method(
  z.object({
    url: z.string().default(''),
    secret_token: z.string().exactOptional(),
    max_connections: integer.default(40),
    allowed_updates: allowedUpdates,
    drop_pending_updates: flag.exactOptional(),
  }),
  (params, { account }) => {
    if (params.url !== '' && !URL.canParse(params.url)) throw badRequest('bad webhook: invalid URL specified');
    if (params.secret_token !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(params.secret_token)) {
      throw badRequest('secret token contains unallowed characters');
    }
    account.queue.allow(params.allowed_updates);
    if (params.drop_pending_updates === true) account.queue.drop();
    if (params.url === '') {
      account.webhook.set(undefined);
      return true;
    }
    account.queue.abortPoll('terminated by setWebhook request');
    account.webhook.set({ url: params.url, secret: params.secret_token, maxConnections: params.max_connections });
    return true;
  },
);

export const deleteWebhook = method(z.object({ drop_pending_updates: flag.exactOptional() }), (params, { account }) => {
  if (params.drop_pending_updates === true) account.queue.drop();
  account.webhook.set(undefined);
  return true;
});

export const getWebhookInfo = method(z.looseObject({}), (_params, { account }) => {
  const { options, lastError, lastErrorAt } = account.webhook.state;
  return {
    url: options?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: account.queue.pending().length,
    ...(options === undefined ? {} : { max_connections: options.maxConnections }),
    ...(lastErrorAt === undefined
      ? {}
      : { last_error_date: Math.floor(lastErrorAt / 1000), last_error_message: lastError }),
    ...(account.queue.allowed().length === 0 ? {} : { allowed_updates: account.queue.allowed() }),
  };
});

const scope = json(
  z.discriminatedUnion('type', [
    z.object({ type: z.enum(['default', 'all_private_chats', 'all_group_chats', 'all_chat_administrators']) }),
    z.object({ type: z.enum(['chat', 'chat_administrators']), chat_id: z.union([integer, z.string()]) }),
    z.object({ type: z.literal('chat_member'), chat_id: z.union([integer, z.string()]), user_id: integer }),
  ]),
).exactOptional();
const listKey = { scope, language_code: z.string().exactOptional() };

function keyOf(context: MethodContext, params: z.output<z.ZodObject<typeof listKey>>): string {
  const { scope: wanted = { type: 'default' as const }, language_code: language = '' } = params;
  if (language !== '' && !/^[a-z]{2}$/.test(language)) throw badRequest('invalid language code specified');
  if ('chat_id' in wanted && findChat(context.state.world, context.bot, wanted.chat_id) === undefined) {
    throw badRequest('chat not found');
  }
  return JSON.stringify([wanted, language]);
}

/** Most commands of one list. */
const MAX_COMMANDS = 100;

export const setMyCommands = method(
  z.object({ ...listKey, commands: json(z.array(z.object({ command: z.string(), description: z.string() }))) }),
  (params, context) => {
    const key = keyOf(context, params);
    const commands = params.commands.map(({ command, description }) => ({
      command: command.replace(/^\//, ''),
      description: description.trim(),
    }));
    for (const { command, description } of commands) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
      if (description.length < 1 || description.length > 256) throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
    }
    const chars = commands.reduce((sum, entry) => sum + entry.description.length, 0);
    if (commands.length > MAX_COMMANDS) throw badRequest('BOT_COMMANDS_TOO_MUCH');
    // A list within the documented counts that is still too large: nobody can know that before, so it is no client's fault.
    if (chars > context.state.commandListChars) throw new ApiError(400, 'Bad Request: BOT_COMMANDS_TOO_MUCH', 'world');
    if (commands.length === 0) context.bot.commands.delete(key);
    else context.bot.commands.set(key, commands);
    return true;
  },
);

export const getMyCommands = method(
  z.object(listKey),
  (params, context) => context.bot.commands.get(keyOf(context, params)) ?? [],
);

export const deleteMyCommands = method(z.object(listKey), (params, context) => {
  context.bot.commands.delete(keyOf(context, params));
  return true;
});
