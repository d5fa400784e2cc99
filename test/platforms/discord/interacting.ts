import { z } from 'zod';
import type { RegisteredCommand } from './commands.js';
import type { Control } from './components.js';
import {
  type InteractionKind,
  type InteractionRecord,
  interactionKinds,
  TOKEN_MS,
  WHOLE_LIFE,
} from './interactionRecord.js';
import { type Permission, permissionBits, toBits } from './permissions.js';
import { can } from './routes/place.js';
import { nextId, type ServerState } from './state.js';
import { type SentFile, storeFile } from './talking.js';
import { channelToWire, memberToWire, messageToWire, userToWire, type WireObject } from './wire.js';
import type { ChannelRecord, StoredMessage, UserRecord } from './world.js';

/** What a person types into the options of a slash command, by their names. */
export type OptionValues = Readonly<Record<string, string | number | boolean | UserRecord | SentFile>>;

/** Of a text that a person types into an option (API, "Application Command Option Structure"). */
const MAX_OPTION = 6000;

const allPermissions = Object.keys(permissionBits).filter((name): name is Permission => name in permissionBits);

/** Makes an interaction and tells the bot, which needs no intent for it. */
function interact(
  state: ServerState,
  channel: ChannelRecord,
  user: UserRecord,
  what: { kind: InteractionKind; name: string; data: WireObject; message?: StoredMessage; wire?: WireObject },
): InteractionRecord {
  const { kind, name, data, message } = what;
  const now = state.clock.now();
  const life = kind === 'autocomplete' ? WHOLE_LIFE : state.tokenLife();
  const isOld = life.isTold && life.ms < TOKEN_MS;
  const id = isOld ? state.ids.past(now + life.ms - TOKEN_MS) : nextId(state);
  const about = message === undefined ? {} : { message };
  const made: InteractionRecord = {
    id,
    token: `interaction-token-${id}`,
    kind,
    user,
    channel,
    at: now,
    tokenUntil: now + life.ms,
    name,
    data,
    followUps: [],
    ...about,
  };
  state.interactions.set(id, made);
  const { guild } = channel;
  const place =
    guild === undefined
      ? { user: userToWire(user), context: 1, authorizing_integration_owners: { 0: '0' } }
      : {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.locale, features: [] },
          guild_locale: guild.locale,
          member: { ...memberToWire(guild, user, true), permissions: toBits(['VIEW_CHANNEL', 'SEND_MESSAGES']) },
          context: 0,
          authorizing_integration_owners: { 0: guild.id },
        };
  const wire = {
    id,
    application_id: state.bot.id,
    type: interactionKinds[kind],
    token: made.token,
    version: 1,
    channel_id: channel.id,
    channel: channelToWire(state, channel),
    locale: user.locale,
    entitlements: [],
    app_permissions: toBits(allPermissions.filter((permission) => can(state, channel, permission))),
    attachment_size_limit: guild?.maxUploadBytes ?? state.maxUploadBytes,
    data,
    ...place,
    ...what.wire,
    ...(message === undefined ? {} : { message: messageToWire(state, message) }),
  };
  state.gateway.dispatch({ type: 'INTERACTION_CREATE', intent: 0, data: () => wire });
  state.watch.changed();
  return made;
}

function findCommand(state: ServerState, channel: ChannelRecord, name: string, type: number): RegisteredCommand {
  const found = state.commands.find(name, type, channel.guild?.id);
  if (found === undefined) throw new Error(`The client offers no command "${name}" here`);
  return found;
}

const offeredSchema = z.looseObject({
  type: z.int(),
  name: z.string(),
  required: z.boolean().nullish(),
  autocomplete: z.boolean().nullish(),
  max_length: z.int().nullish(),
  choices: z.array(z.looseObject({ value: z.union([z.string(), z.number()]) })).nullish(),
  get options() {
    return z.array(offeredSchema).nullish();
  },
});
type Offered = z.output<typeof offeredSchema>;

interface Resolved {
  users: WireObject;
  members: WireObject;
  attachments: WireObject;
}

function valueToWire(
  state: ServerState,
  channel: ChannelRecord,
  option: Offered,
  value: OptionValues[string],
  resolved: Resolved,
): string | number | boolean {
  if (typeof value === 'object' && 'bytes' in value) {
    const file = storeFile(state, value);
    resolved.attachments[file.id] = { id: file.id, filename: file.name, size: file.size, content_type: file.mime };
    return file.id;
  }
  if (typeof value === 'object') {
    resolved.users[value.id] = userToWire(value);
    if (channel.guild !== undefined) resolved.members[value.id] = memberToWire(channel.guild, value);
    return value.id;
  }
  const isChoice = option.choices?.some((choice) => choice.value === value) ?? true;
  const expected: Record<number, string> = { 3: 'string', 4: 'number', 5: 'boolean', 10: 'number' };
  const isTooLong = typeof value === 'string' && value.length > (option.max_length ?? MAX_OPTION);
  const isOfType = typeof value === (expected[option.type] ?? 'string');
  if (!isOfType || isTooLong || (!isChoice && (option.choices ?? []).length > 0)) {
    throw new Error(`The client does not let "${String(value)}" into the option "${option.name}"`);
  }
  return value;
}

/** The command's data: the options nested as its subcommands are, one of them perhaps being typed. */
function commandData(
  state: ServerState,
  channel: ChannelRecord,
  words: string,
  values: OptionValues,
  focused?: string,
): { name: string; data: WireObject } {
  const [name = '', ...rest] = words.split(' ');
  const command = findCommand(state, channel, name, 1);
  const resolved: Resolved = { users: {}, members: {}, attachments: {} };
  let offered = z.array(offeredSchema).parse(command.definition.options ?? []);
  const path: Offered[] = [];
  for (const word of rest) {
    const next = offered.find((option) => option.name === word && option.type <= 2);
    if (next === undefined) throw new Error(`The command "${name}" has no "${word}"`);
    path.push(next);
    offered = next.options ?? [];
  }
  if (offered.some((option) => option.type <= 2)) throw new Error(`The command "${words}" is not complete`);
  const unknown = Object.keys(values).find((key) => !offered.some((option) => option.name === key));
  if (unknown !== undefined) throw new Error(`The command "${words}" has no option "${unknown}"`);
  let options: WireObject[] = offered.flatMap((option) => {
    const value = values[option.name];
    if (value === undefined) {
      if (option.required === true && focused === undefined) throw new Error(`"${option.name}" is required`);
      return [];
    }
    const isFocused = option.name === focused;
    if (isFocused && option.autocomplete !== true) throw new Error(`"${option.name}" has no autocomplete`);
    const wire = isFocused ? value : valueToWire(state, channel, option, value, resolved);
    return [{ type: option.type, name: option.name, value: wire, ...(isFocused ? { focused: true } : {}) }];
  });
  for (const step of path.reverse()) options = [{ type: step.type, name: step.name, options }];
  return { name, data: { id: command.id, name, type: 1, options, resolved } };
}

/** A person runs a slash command: `model set` for a subcommand. Throws when the client would not let them. */
export function slash(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  words: string,
  values: OptionValues = {},
  wire: WireObject = {},
) {
  return interact(state, channel, from, { kind: 'command', ...commandData(state, channel, words, values), wire });
}

/** A person is typing an option; the bot may offer choices. */
export function autocomplete(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  words: string,
  option: string,
  typed: string,
  others: OptionValues = {},
) {
  const values = { ...others, [option]: typed };
  return interact(state, channel, from, {
    kind: 'autocomplete',
    ...commandData(state, channel, words, values, option),
  });
}

/** A person picks the bot's entry in a message's menu. */
export function contextMenu(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  name: string,
  message: StoredMessage,
) {
  const command = findCommand(state, channel, name, 3);
  const resolved = { messages: { [message.id]: messageToWire(state, message) } };
  const data = { id: command.id, name, type: 3, target_id: message.id, resolved };
  return interact(state, channel, from, { kind: 'command', name, data });
}

function findControl(message: StoredMessage, isWanted: (control: Control) => boolean, what: string): Control {
  const all = message.components
    .flatMap((row) => row.components)
    .filter((control) => typeof control.custom_id === 'string');
  const [control, ...others] = all.filter(isWanted);
  const isUsable = message.deletedAt === undefined && control?.disabled !== true && others.length === 0;
  if (control === undefined || !isUsable) {
    const shown = all.map((entry) => `${entry.custom_id}${entry.disabled === true ? ' (disabled)' : ''}`).join(', ');
    throw new Error(`Message ${message.id} shows no such ${what}; it has: ${shown}`);
  }
  return control;
}

/** A person presses a button: by its `custom_id`, or the only one there is. */
export function pressButton(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  message: StoredMessage,
  customId?: string,
) {
  const isWanted = (entry: Control) => entry.type === 2 && (customId === undefined || entry.custom_id === customId);
  const control = findControl(message, isWanted, 'button');
  const name = String(control.custom_id);
  return interact(state, channel, from, {
    kind: 'component',
    name,
    data: { component_type: 2, custom_id: name },
    message,
  });
}

/** A person chooses from a select: by its `custom_id`, or the only one there is. */
export function choose(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  message: StoredMessage,
  values: readonly string[],
  customId?: string,
) {
  const isWanted = (entry: Control) => entry.type !== 2 && (customId === undefined || entry.custom_id === customId);
  const control = findControl(message, isWanted, 'select');
  if (control.type === 3) {
    const offered = control.options.map((option) => option.value);
    const wrong = values.find((value) => !offered.includes(value));
    if (wrong !== undefined) throw new Error(`The select offers no "${wrong}"`);
    if (values.length < (control.min_values ?? 1) || values.length > (control.max_values ?? 1)) {
      throw new Error(`The select does not take ${values.length} values`);
    }
  }
  const name = String(control.custom_id);
  const data = { component_type: control.type, custom_id: name, values };
  return interact(state, channel, from, { kind: 'component', name, data, message });
}

/** A person fills in the window that an interaction opened. */
export function submitModal(
  state: ServerState,
  source: InteractionRecord,
  values: Readonly<Record<string, string>>,
): InteractionRecord {
  const { modal, message } = source;
  if (modal === undefined) throw new Error('That interaction opened no window');
  const fields = modal.components.flatMap((row) => row.components);
  const unknown = Object.keys(values).find((key) => !fields.some((field) => field.custom_id === key));
  if (unknown !== undefined) throw new Error(`The window has no field "${unknown}"`);
  const components = fields.map((field) => {
    const value = values[field.custom_id] ?? field.value ?? '';
    if (value === '' && field.required !== false) throw new Error(`"${field.custom_id}" must be filled in`);
    return { type: 1, components: [{ type: 4, custom_id: field.custom_id, value }] };
  });
  const data = { custom_id: modal.custom_id, components };
  const about = message === undefined ? {} : { message };
  return interact(state, source.channel, source.user, { kind: 'modal', name: modal.custom_id, data, ...about });
}
