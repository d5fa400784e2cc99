import { z } from 'zod';
import { openDirect } from '../direct.js';
import { unlucky, wrong } from '../errors.js';
import { flag, integer, ts } from '../params.js';
import { channelToWire, isTombstone, messageToWire } from '../wire.js';
import { type ChannelRecord, repliesOf, type StoredMessage } from '../world.js';
import { type MethodContext, method } from './method.js';
import { joinedChannel, knownChannel, knownUser } from './place.js';

const channel = z.string().min(1);
const paging = { cursor: z.string().exactOptional(), limit: integer.exactOptional() };

/** One page of a list, and the cursor of the next. */
function pageOf<T>(list: readonly T[], cursor: string | undefined, limit: number): { page: T[]; next: string } {
  const from = cursor === undefined || cursor === '' ? 0 : Number(Buffer.from(cursor, 'base64').toString());
  if (!Number.isSafeInteger(from)) throw wrong('invalid_cursor');
  const end = from + limit;
  return { page: list.slice(from, end), next: end < list.length ? Buffer.from(String(end)).toString('base64') : '' };
}

const range = {
  oldest: z.string().exactOptional(),
  latest: z.string().exactOptional(),
  inclusive: flag.exactOptional(),
  include_all_metadata: flag.exactOptional(),
};

interface Range {
  oldest?: string;
  latest?: string;
  inclusive?: boolean;
}

function inRange(message: StoredMessage, { oldest, latest, inclusive }: Range): boolean {
  const at = Number(message.ts);
  if (oldest !== undefined && (inclusive === true ? at < Number(oldest) : at <= Number(oldest))) return false;
  return latest === undefined || (inclusive === true ? at <= Number(latest) : at < Number(latest));
}

const isShown = (record: ChannelRecord, message: StoredMessage) =>
  message.deletedAt === undefined || isTombstone(record, message);

export const history = method(z.object({ channel, ...paging, ...range }), (params, context) => {
  const record = joinedChannel(context, params.channel);
  const shown = [...record.messages.values()]
    .filter((message) => (message.thread === undefined || message.broadcast) && isShown(record, message))
    .filter((message) => inRange(message, params))
    .reverse();
  const { page, next } = pageOf(shown, params.cursor, Math.min(params.limit ?? 100, 999));
  const withMetadata = params.include_all_metadata ?? false;
  return {
    messages: page.map((message) => messageToWire(context.state, record, message, withMetadata)),
    has_more: next !== '',
    pin_count: 0,
    ...(next === '' ? {} : { response_metadata: { next_cursor: next } }),
  };
});

export const replies = method(z.object({ channel, ts, ...paging, ...range }), (params, context) => {
  const record = joinedChannel(context, params.channel);
  const asked = record.messages.get(params.ts);
  if (asked === undefined) throw wrong('thread_not_found');
  if (!isShown(record, asked)) throw unlucky('thread_not_found');
  const later = asked.thread === undefined ? repliesOf(record, asked.ts) : [];
  const { page, next } = pageOf(
    later.filter((message) => inRange(message, params)),
    params.cursor,
    Math.min(params.limit ?? 1000, 1000),
  );
  const withMetadata = params.include_all_metadata ?? false;
  return {
    messages: [asked, ...page].map((message) => messageToWire(context.state, record, message, withMetadata)),
    has_more: next !== '',
    ...(next === '' ? {} : { response_metadata: { next_cursor: next } }),
  };
});

export const info = method(z.object({ channel, include_locale: flag.exactOptional() }), (params, context) => {
  const record = knownChannel(context, params.channel);
  return { channel: channelToWire(context.state.world, record, context.app) };
});

export const members = method(z.object({ channel, ...paging }), (params, context) => {
  const record = knownChannel(context, params.channel);
  const { page, next } = pageOf([...record.members], params.cursor, Math.min(params.limit ?? 100, 1000));
  return { members: page, response_metadata: { next_cursor: next } };
});

function openByUsers(context: MethodContext, ids: readonly string[]): ChannelRecord {
  const [id, ...others] = ids;
  if (id === undefined) throw wrong('users_list_not_supplied');
  if (others.length > 0) throw wrong('invalid_arguments', ['this server opens direct messages with one user only']);
  const user = knownUser(context, id);
  if (user.deleted) throw unlucky('user_disabled');
  if (user.isBot) throw wrong('cannot_dm_bot');
  return openDirect(context.state, user, context.app);
}

export const open = method(
  z.object({
    users: z.string().exactOptional(),
    channel: z.string().exactOptional(),
    return_im: flag.exactOptional(),
  }),
  (params, context) => {
    const record =
      params.channel === undefined
        ? openByUsers(context, (params.users ?? '').split(',').filter(Boolean))
        : knownChannel(context, params.channel);
    const full = channelToWire(context.state.world, record, context.app);
    return { channel: params.return_im === true ? full : { id: record.id } };
  },
);

export const join = method(z.object({ channel }), (params, context) => {
  const record = knownChannel(context, params.channel);
  if (record.kind !== 'channel') throw wrong('method_not_supported_for_channel_type');
  if (record.archived) throw unlucky('is_archived');
  record.members.add(context.app.user.id);
  record.gone.delete(context.app.user.id);
  return { channel: channelToWire(context.state.world, record, context.app) };
});
