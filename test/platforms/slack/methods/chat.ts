import { z } from 'zod';
import { announceMessage, changeAndAnnounce, removeAndAnnounce } from '../announce.js';
import { textOfBlocks } from '../blocks/visibleText.js';
import { unlucky, wrong } from '../errors.js';
import { flag, ts } from '../params.js';
import { requireAuthorship } from '../scopes.js';
import { messageToWire } from '../wire.js';
import { type ChannelRecord, type StoredMessage, storeMessage, takeTs } from '../world.js';
import { type Content, contentParams, MAX_UPDATE_TEXT, metadataParam, readContent, readMetadata } from './content.js';
import { type MethodContext, method } from './method.js';
import { joinedChannel, knownUser, openChannel, ownMessage, readThread, visibleMessage } from './place.js';

const channel = z.string().min(1, 'missing required field: channel');
const authorship = {
  username: z.string().min(1).max(80).exactOptional(),
  icon_emoji: z.string().exactOptional(),
  icon_url: z.string().exactOptional(),
};

/** Puts an app's message into a conversation, ends the status of its thread, tells the apps. */
export function postAsApp(
  context: MethodContext,
  record: ChannelRecord,
  fields: Partial<Omit<StoredMessage, 'ts' | 'channel' | 'from' | 'at'>>,
): StoredMessage {
  const { state, app } = context;
  const message = storeMessage(record, { from: app.user, app, at: state.clock.now(), ...fields });
  record.statuses.delete(message.thread ?? '');
  announceMessage(state, record, message);
  return message;
}

export const postMessage = method(
  z.object({
    channel,
    ...contentParams,
    ...authorship,
    thread_ts: ts.exactOptional(),
    reply_broadcast: flag.exactOptional(),
    metadata: metadataParam,
    unfurl_links: flag.exactOptional(),
    unfurl_media: flag.exactOptional(),
    mrkdwn: flag.exactOptional(),
    parse: z.enum(['none', 'full']).exactOptional(),
    link_names: flag.exactOptional(),
  }),
  (params, context) => {
    const content = readContent(params);
    const metadata = readMetadata(params.metadata);
    const record = openChannel(context, params.channel);
    const { thread, altered } = readThread(context, record, params.thread_ts);
    const icon = params.icon_emoji ?? params.icon_url;
    requireAuthorship(context.app, {
      ...(params.username === undefined ? {} : { username: params.username }),
      ...(icon === undefined ? {} : { icon }),
    });
    const message = postAsApp(context, record, {
      ...content,
      altered: [...content.altered, ...altered],
      ...(thread === undefined ? {} : { thread, broadcast: params.reply_broadcast ?? false }),
      ...(metadata === undefined || metadata === 'remove' ? {} : { metadata }),
      ...(params.username === undefined ? {} : { username: params.username }),
      ...(icon === undefined ? {} : { icon }),
    });
    return { channel: record.id, ts: message.ts, message: messageToWire(context.state, record, message, true) };
  },
);

function nextContent(message: StoredMessage, params: { text?: string; blocks?: unknown }, content: Content) {
  // Text alone removes the blocks; blocks alone bring a text made of them.
  if (params.blocks === undefined && params.text === undefined) return { text: message.text, blocks: message.blocks };
  return {
    text: params.text === undefined ? textOfBlocks(content.blocks) : content.text,
    blocks: content.blocks,
  };
}

export const update = method(
  z.object({ channel, ts, ...contentParams, metadata: metadataParam }),
  (params, context) => {
    if ((params.text ?? '').length > MAX_UPDATE_TEXT) throw wrong('msg_too_long');
    const content = readContent(params);
    const metadata = readMetadata(params.metadata);
    const record = joinedChannel(context, params.channel);
    if (record.archived) throw unlucky('is_inactive');
    const message = ownMessage(context, record, params.ts, 'cant_update_message');
    if (message.streaming === 'in_progress') throw wrong('streaming_state_conflict');
    const next =
      params.markdown_text === undefined
        ? nextContent(message, params, content)
        : { text: content.text, blocks: content.blocks };
    message.altered.push(...content.altered);
    if (metadata === 'remove') delete message.metadata;
    else if (metadata !== undefined) message.metadata = metadata;
    const isSame = next.text === message.text && JSON.stringify(next.blocks) === JSON.stringify(message.blocks);
    if (!isSame || params.attachments !== undefined) {
      changeAndAnnounce(context.state, record, message, {
        ...next,
        ...(params.attachments === undefined ? {} : { attachments: params.attachments }),
        ...(next.blocks.length === 0 ? { editor: context.app.user } : {}),
      });
    }
    return {
      channel: record.id,
      ts: message.ts,
      text: message.text,
      message: messageToWire(context.state, record, message, true),
    };
  },
);

export const remove = method(z.object({ channel, ts }), (params, context) => {
  const record = joinedChannel(context, params.channel);
  const message = ownMessage(context, record, params.ts, 'cant_delete_message');
  removeAndAnnounce(context.state, record, message);
  return { channel: record.id, ts: message.ts };
});

export const postEphemeral = method(
  z.object({ channel, user: z.string(), ...contentParams, ...authorship, thread_ts: ts.exactOptional() }),
  (params, context) => {
    const content = readContent(params);
    const record = openChannel(context, params.channel);
    const user = knownUser(context, params.user);
    if (record.kind !== 'im' && !record.members.has(user.id)) throw unlucky('user_not_in_channel');
    const { thread } = readThread(context, record, params.thread_ts);
    const at = context.state.clock.now();
    const stamp = takeTs(record, at);
    record.ephemerals.push({
      ts: stamp,
      channel: record.id,
      user: user.id,
      app: context.app,
      at,
      text: content.text,
      blocks: content.blocks,
      ...(thread === undefined ? {} : { thread }),
    });
    return { message_ts: stamp };
  },
);

export const getPermalink = method(z.object({ channel, message_ts: ts }), (params, context) => {
  const record = joinedChannel(context, params.channel);
  const message = visibleMessage(record, params.message_ts);
  const path = `archives/${record.id}/p${message.ts.replace('.', '')}`;
  return { channel: record.id, permalink: `https://${context.state.world.team.domain}.slack.com/${path}` };
});
