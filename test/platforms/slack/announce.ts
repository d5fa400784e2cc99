import type { Envelope } from './envelope.js';
import { mayHear } from './scopes.js';
import type { Account, ServerState } from './state.js';
import { isTombstone, messageToWire, type WireObject } from './wire.js';
import { type ChannelRecord, changeMessage, type StoredMessage, tsOf, type UserRecord } from './world.js';

/** Apps that are told what happens in a conversation. */
export function accountsIn(state: ServerState, channel: ChannelRecord): Account[] {
  return [...state.accounts.values()].filter(({ app }) =>
    channel.kind === 'im' ? channel.app?.id === app.id : channel.members.has(app.user.id),
  );
}

const subscriptions: Record<ChannelRecord['kind'], string> = {
  channel: 'message.channels',
  group: 'message.groups',
  im: 'message.im',
  mpim: 'message.mpim',
};

let events = 0;

/** Sends one event to one app, if it asked for such events. */
export function sendEvent(
  state: ServerState,
  { app, delivery }: Account,
  event: WireObject & { type: string },
  channel?: ChannelRecord,
): Envelope | undefined {
  const name = event.type === 'message' && channel !== undefined ? subscriptions[channel.kind] : event.type;
  if ((state.events !== undefined && !state.events.has(name)) || !mayHear(app, name)) return undefined;
  events += 1;
  const { team } = state.world;
  const subtype = typeof event.subtype === 'string' ? `/${event.subtype}` : '';
  return delivery.send({
    app: app.id,
    kind: 'events_api',
    type: `${event.type}${subtype}`,
    payload: {
      token: 'verification-token',
      team_id: team.id,
      context_team_id: team.id,
      context_enterprise_id: null,
      api_app_id: app.id,
      event,
      type: 'event_callback',
      event_id: `Ev${String(events).padStart(9, '0')}`,
      event_time: Math.floor(state.clock.now() / 1000),
      authorizations: [
        { enterprise_id: null, team_id: team.id, user_id: app.user.id, is_bot: true, is_enterprise_install: false },
      ],
      is_ext_shared_channel: false,
      event_context: `4-${app.id}-${events}`,
    },
  });
}

/** Tells the apps of a conversation. */
function tell(state: ServerState, channel: ChannelRecord, event: WireObject & { type: string }): void {
  for (const account of accountsIn(state, channel)) sendEvent(state, account, event, channel);
  state.watch.changed();
}

const place = (channel: ChannelRecord, eventTs: string) => ({
  channel: channel.id,
  event_ts: eventTs,
  channel_type: channel.kind,
});

/** A new message: a `message` event for each app in the conversation, and `app_mention` for a mentioned one. */
export function announceMessage(
  state: ServerState,
  channel: ChannelRecord,
  message: StoredMessage,
  order: ServerState['mentionOrder'] = state.mentionOrder,
): void {
  const wire = { ...messageToWire(state, channel, message), type: 'message', ...place(channel, message.ts) };
  for (const account of accountsIn(state, channel)) {
    const isMentioned =
      channel.kind !== 'im' && message.app === undefined && message.text.includes(`<@${account.app.user.id}>`);
    const { channel_type: _kind, ...rest } = wire;
    const sends = [
      () => sendEvent(state, account, wire, channel),
      ...(isMentioned ? [() => sendEvent(state, account, { ...rest, type: 'app_mention' })] : []),
    ];
    const mentionFirst = order === 'random' ? state.random() < 0.5 : order === 'mention-first';
    for (const send of mentionFirst ? sends.toReversed() : sends) send();
  }
  state.watch.changed();
}

/** What changes about a message. */
export interface MessageChange {
  text: string;
  blocks: StoredMessage['blocks'];
  attachments?: StoredMessage['attachments'];
  /** Who edited it; link previews and edits by blocks leave no mark. */
  editor?: UserRecord;
}

/** Changes a message and tells the apps: `message_changed`, for people's edits and link previews as for bots' own. */
export function changeAndAnnounce(
  state: ServerState,
  channel: ChannelRecord,
  message: StoredMessage,
  change: MessageChange,
): void {
  const previous = messageToWire(state, channel, message);
  const now = state.clock.now();
  changeMessage(message, change, now);
  if (change.editor !== undefined) message.edited = { user: change.editor.id, ts: tsOf(now) };
  announceChange(state, channel, message, previous);
}

/** Tells the apps that a message changed, which looked like `previous` before. */
export function announceChange(
  state: ServerState,
  channel: ChannelRecord,
  message: StoredMessage,
  previous: WireObject,
): void {
  const eventTs = tsOf(state.clock.now());
  tell(state, channel, {
    type: 'message',
    subtype: 'message_changed',
    hidden: true,
    message: messageToWire(state, channel, message),
    previous_message: previous,
    ts: eventTs,
    ...place(channel, eventTs),
  });
}

/** Deletes a message and tells the apps; a parent with replies leaves a tombstone, which arrives as a change. */
export function removeAndAnnounce(state: ServerState, channel: ChannelRecord, message: StoredMessage): void {
  const previous = messageToWire(state, channel, message);
  const now = state.clock.now();
  message.deletedAt = now;
  const eventTs = tsOf(now);
  const common = { type: 'message', hidden: true, previous_message: previous, ts: eventTs, ...place(channel, eventTs) };
  if (isTombstone(channel, message)) {
    tell(state, channel, {
      ...common,
      subtype: 'message_changed',
      message: messageToWire(state, channel, message),
    });
  } else tell(state, channel, { ...common, subtype: 'message_deleted', deleted_ts: message.ts });
}

/** Something else that happened in a conversation. */
export function announceEvent(state: ServerState, channel: ChannelRecord, type: string, fields: WireObject): void {
  tell(state, channel, { type, ...fields, event_ts: tsOf(state.clock.now()) });
}
