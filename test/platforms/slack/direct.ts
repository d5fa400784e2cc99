import type { ServerState } from './state.js';
import { type AppRecord, type ChannelRecord, takeId, type UserRecord, type World } from './world.js';

/** Makes a conversation. */
export function makeChannel(
  world: World,
  fields: Pick<ChannelRecord, 'kind' | 'name'> & Partial<ChannelRecord>,
): ChannelRecord {
  const letter = { channel: 'C', group: 'G', im: 'D', mpim: 'G' }[fields.kind];
  const channel: ChannelRecord = {
    id: takeId(world, letter),
    members: new Set(),
    gone: new Set(),
    archived: false,
    deleted: false,
    readOnly: false,
    lockedThreads: new Set(),
    messages: new Map(),
    ephemerals: [],
    assistants: new Map(),
    statuses: new Map(),
    lastMicros: 0,
    ...fields,
  };
  world.channels.set(channel.id, channel);
  return channel;
}

/** The direct message conversation of a user with an app, made when it is new. */
export function openDirect(state: ServerState, user: UserRecord, app: AppRecord): ChannelRecord {
  const known = [...state.world.channels.values()].find(
    (channel) => channel.kind === 'im' && channel.user?.id === user.id && channel.app?.id === app.id,
  );
  const members = new Set([user.id, app.user.id]);
  return known ?? makeChannel(state.world, { kind: 'im', name: 'directmessage', user, app, members });
}
