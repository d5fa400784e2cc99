import { z } from 'zod';
import type { ActionElement } from './blocks/elements.js';
import type { Envelope } from './envelope.js';
import { ApiError } from './errors.js';
import { changeView, viewToWire } from './methods/views.js';
import { applyResponse, openResponseUrl } from './responseUrls.js';
import type { Account, ServerState } from './state.js';
import { messageToWire } from './wire.js';
import {
  type ChannelRecord,
  type EphemeralMessage,
  type StoredMessage,
  takeId,
  tsOf,
  type UserRecord,
  type ViewRecord,
} from './world.js';

/** Something that a person did and that an app must acknowledge within three seconds. */
export interface Interaction {
  /** Live: `state` is `failed` when the app did not acknowledge; the person then sees an error. */
  readonly envelope: Envelope;
  /** Where the app may answer. */
  readonly responseUrl: string;
  readonly triggerId: string;
}

function openTrigger(state: ServerState, account: Account, user: UserRecord): string {
  const id = `${takeId(state.world, 'X')}.${state.world.team.id}`;
  state.triggers.set(id, { app: account.app, user, at: state.clock.now(), used: false });
  return id;
}

const who = (state: ServerState, user: UserRecord) => ({
  id: user.id,
  username: user.name,
  name: user.name,
  team_id: state.world.team.id,
});
const team = (state: ServerState) => ({ id: state.world.team.id, domain: state.world.team.domain });
const where = (channel: ChannelRecord) => ({ id: channel.id, name: channel.name });

/** A person runs a slash command, in a channel that the app need not be in. Not in threads: Slack has no such thing. */
export function runCommand(
  state: ServerState,
  account: Account,
  channel: ChannelRecord,
  user: UserRecord,
  command: string,
  text: string,
): Interaction {
  if (!/^\/[a-z0-9_-]{1,32}$/.test(command)) throw new Error(`No slash command: ${command}`);
  const triggerId = openTrigger(state, account, user);
  const target = { app: account.app, channel: channel.id, user };
  const responseUrl = openResponseUrl(state, target);
  const payload = {
    token: 'verification-token',
    team_id: state.world.team.id,
    team_domain: state.world.team.domain,
    channel_id: channel.id,
    channel_name: channel.kind === 'group' ? 'privategroup' : channel.name,
    user_id: user.id,
    user_name: user.name,
    command,
    text,
    api_app_id: account.app.id,
    is_enterprise_install: 'false',
    response_url: responseUrl,
    trigger_id: triggerId,
  };
  const envelope = account.delivery.send(
    { app: account.app.id, kind: 'slash_commands', type: command, payload },
    (answer) => {
      const said = z.looseObject({}).safeParse(answer);
      if (!said.success || (said.data.text === undefined && said.data.blocks === undefined)) return;
      applyAnswer(state, () => applyResponse(state, { ...target, path: '', at: 0, uses: 0 }, said.data));
    },
  );
  return { envelope, responseUrl, triggerId };
}

/** Slack shows nothing of an answer it cannot read. */
function applyAnswer(state: ServerState, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  state.watch.changed();
}

/** The controls of a message: its buttons and menus. */
export function controlsOf(message: {
  blocks: StoredMessage['blocks'];
}): { blockId: string; element: ActionElement }[] {
  return message.blocks.flatMap((block, n) => {
    const blockId = block.block_id ?? `b${n}`;
    if (block.type === 'actions') return block.elements.map((element) => ({ blockId, element }));
    const beside = block.type === 'section' ? block.accessory : undefined;
    return beside === undefined || beside.type === 'image' ? [] : [{ blockId, element: beside }];
  });
}

/** What a control does: by its action id, its value or its label, or the only one. */
export interface Press {
  /** Action id, value or label of a button; without it the only control is meant. */
  control?: string;
  /** Value of the option chosen in a menu. */
  option?: string;
}

function findControl(message: StoredMessage | EphemeralMessage, { control, option }: Press) {
  const all = controlsOf(message);
  const fits = (element: ActionElement) =>
    control === undefined ||
    element.action_id === control ||
    (element.type === 'button' && (element.value === control || element.text.text === control)) ||
    (option !== undefined && element.type !== 'button' && element.action_id === control);
  const found = all.filter(({ element }) => fits(element));
  const [first] = found;
  if (message.deletedAt !== undefined || first === undefined || found.length > 1) {
    throw new Error(`Message ${message.ts} shows no such control, or several: ${JSON.stringify(all)}`);
  }
  return first;
}

/** A person presses a button or chooses from a menu. */
export function press(
  state: ServerState,
  account: Account,
  channel: ChannelRecord,
  user: UserRecord,
  message: StoredMessage | EphemeralMessage,
  what: Press,
): Interaction {
  const { blockId, element } = findControl(message, what);
  const isEphemeral = !('reactions' in message);
  const triggerId = openTrigger(state, account, user);
  const thread = message.thread === undefined ? {} : { thread: message.thread };
  const responseUrl = openResponseUrl(state, {
    app: account.app,
    channel: channel.id,
    user,
    original: message,
    ...thread,
  });
  const chosen = element.type === 'button' ? undefined : element.options.find((option) => option.value === what.option);
  if (element.type !== 'button' && chosen === undefined) throw new Error(`The menu has no option ${what.option}`);
  const action = {
    type: element.type,
    action_id: element.action_id ?? 'a0',
    block_id: blockId,
    action_ts: tsOf(state.clock.now()),
    ...(element.type === 'button'
      ? { text: element.text, ...(element.value === undefined ? {} : { value: element.value }) }
      : { selected_option: chosen }),
  };
  const payload = {
    type: 'block_actions',
    user: who(state, user),
    api_app_id: account.app.id,
    token: 'verification-token',
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(message.thread === undefined ? {} : { thread_ts: message.thread }),
    },
    trigger_id: triggerId,
    team: team(state),
    enterprise: null,
    is_enterprise_install: false,
    channel: where(channel),
    ...(isEphemeral ? {} : { message: messageToWire(state, channel, message) }),
    state: { values: {} },
    response_url: responseUrl,
    actions: [action],
  };
  const envelope = account.delivery.send({ app: account.app.id, kind: 'interactive', type: 'block_actions', payload });
  return { envelope, responseUrl, triggerId };
}

/** A person chooses a message shortcut from a message's menu. */
export function runShortcut(
  state: ServerState,
  account: Account,
  channel: ChannelRecord,
  user: UserRecord,
  message: StoredMessage,
  callbackId: string,
): Interaction {
  const triggerId = openTrigger(state, account, user);
  const thread = message.thread === undefined ? {} : { thread: message.thread };
  const responseUrl = openResponseUrl(state, { app: account.app, channel: channel.id, user, ...thread });
  const payload = {
    type: 'message_action',
    token: 'verification-token',
    action_ts: tsOf(state.clock.now()),
    team: team(state),
    user: who(state, user),
    channel: where(channel),
    is_enterprise_install: false,
    enterprise: null,
    callback_id: callbackId,
    trigger_id: triggerId,
    response_url: responseUrl,
    message_ts: message.ts,
    message: messageToWire(state, channel, message),
  };
  const envelope = account.delivery.send({ app: account.app.id, kind: 'interactive', type: 'message_action', payload });
  return { envelope, responseUrl, triggerId };
}

const viewAnswer = z.looseObject({
  response_action: z.enum(['errors', 'update', 'push', 'clear']).exactOptional(),
  view: z.unknown().optional(),
});

/** The person submits a modal, with the text typed into each input by its action id (or block id). */
export function submitView(
  state: ServerState,
  account: Account,
  view: ViewRecord,
  typed: Readonly<Record<string, string>>,
): Envelope {
  if (view.closedAt !== undefined) throw new Error(`View ${view.id} is closed`);
  const values: Record<string, Record<string, unknown>> = {};
  view.blocks.forEach((block, n) => {
    if (block.type !== 'input') return;
    const blockId = block.block_id ?? `b${n}`;
    const actionId = block.element.action_id ?? 'a0';
    const text = typed[actionId] ?? typed[blockId] ?? null;
    const value =
      block.element.type === 'plain_text_input'
        ? { type: block.element.type, value: text }
        : {
            type: block.element.type,
            selected_option: block.element.options.find((option) => option.value === text) ?? null,
          };
    values[blockId] = { [actionId]: value };
  });
  const payload = {
    type: 'view_submission',
    team: team(state),
    user: who(state, view.user),
    api_app_id: account.app.id,
    token: 'verification-token',
    trigger_id: openTrigger(state, account, view.user),
    view: viewToWire(state.world.team.id, view, values),
    response_urls: [],
    is_enterprise_install: false,
    enterprise: null,
  };
  return account.delivery.send(
    { app: account.app.id, kind: 'interactive', type: 'view_submission', payload },
    (answer) => {
      const parsed = viewAnswer.safeParse(answer ?? {});
      const action = parsed.success ? parsed.data.response_action : undefined;
      if (action === 'update' || action === 'push') applyAnswer(state, () => changeView(view, parsed.data?.view));
      else if (action !== 'errors') view.closedAt = state.clock.now();
      state.watch.changed();
    },
  );
}
