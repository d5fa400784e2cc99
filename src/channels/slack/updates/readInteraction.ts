import { laneIdOf } from '../../../core/lane.js';
import type { ChatAddress, InboundMessage } from '../../../core/message.js';
import { ASK_BLOCK, ASK_CALLBACK, CHOICE_ACTION, STOP_ACTION } from '../buttons.js';
import { type AskedMessage, readAsked } from './askView.js';
import { saidBy } from './content.js';
import { type ReadContext, senderOf } from './readContext.js';
import { addressOf, type Reading, timeOf } from './reading.js';
import { readText } from './readText.js';
import type { SlackActions, SlackCommand, SlackShortcut, SlackSubmission } from './schema.js';

/** "Up to 5 times within 30 minutes"; less what a call may take. Milliseconds. */
const RESPONSE_URL_MS = 29 * 60_000;

/** The command under which all others can be typed; directly named ones may carry it as a prefix. */
const MAIN_COMMAND = /^waggle(?:[-_]|$)/;

/** What a choice types. */
const COMMAND = /^\/[a-z0-9_]/;

function ignored(why: string): Reading {
  return { kind: 'ignored', why };
}

/** A way to answer where the bot is no member. */
function withResponse(address: ChatAddress, responseUrl: string | null, since: number): ChatAddress {
  if (responseUrl === null) return address;
  return { ...address, interaction: { token: responseUrl, until: since + RESPONSE_URL_MS } };
}

/** `/waggle status`, `/waggle What is new?`, or a command by its own name: `/budget all`. */
export async function readCommand(command: SlackCommand, context: ReadContext): Promise<Reading> {
  const { bot, people, membership, now } = context;
  const { channel_id: channel, user_id: user } = command;
  const [person, member] = await Promise.all([people.find(user), membership.isMember(channel)]);
  const isDirect = member && channel.startsWith('D');
  const place = addressOf(bot, { channel, thread: null, anchor: null, isDirect });
  const address = withResponse(place, member ? null : command.response_url, now());
  const message: InboundMessage = {
    identity: `c:${command.trigger_id}`,
    aliases: [],
    address,
    lane: laneIdOf(address),
    sender: senderOf(user, person, command.user_name ?? ''),
    addressed: true,
    parts: [{ type: 'text', text: textOfCommand(command, context) }],
    sentAt: now(),
  };
  return { kind: 'message', message };
}

function textOfCommand({ command, text }: SlackCommand, { isCommand }: ReadContext): string {
  const rest = readText(text ?? '', () => null);
  const name = command.slice(1).toLowerCase().replace(MAIN_COMMAND, '').replaceAll('-', '_');
  if (name !== '') return `/${name} ${rest}`.trim();
  if (rest === '') return '/help';
  const [first = ''] = rest.split(/\s/, 1);
  const isNamed = isCommand(first.toLowerCase().replace(/^[/!]/, '').replaceAll('-', '_'));
  return isNamed ? `/${rest.replace(/^[/!]/, '')}` : rest;
}

/** A pressed button: the one that stops a turn, or one that types a command. */
export async function readActions(payload: SlackActions, context: ReadContext): Promise<Reading> {
  const { bot, people } = context;
  const { user, channel, container, actions, response_url: responseUrl } = payload;
  const [action] = actions;
  const ts = container?.message_ts;
  if (action === undefined || !channel || !ts) return ignored('a button that stands in no message');
  const { action_id: id, action_ts: at, value } = action;
  const isDirect = channel.id.startsWith('D');
  const thread = container?.thread_ts && container.thread_ts !== ts ? container.thread_ts : null;
  const address = addressOf(bot, { channel: channel.id, thread, anchor: ts, isDirect });
  const lane = laneIdOf(address);
  const person = await people.find(user.id);
  const by = senderOf(user.id, person, user.username ?? user.name ?? '');
  if (!value) return ignored('a button without a meaning');
  if (id === STOP_ACTION) {
    return { kind: 'stopPress', press: { turn: value, by, address, lane }, responseUrl: responseUrl ?? null };
  }
  if (!id.startsWith(CHOICE_ACTION) || !COMMAND.test(value)) return ignored('a button that is none of ours');
  // What only the presser sees cannot be edited by its time stamp, only by the press itself.
  const isPrivate = container?.is_ephemeral === true;
  const message: InboundMessage = {
    identity: `a:${channel.id}:${ts}:${user.id}:${at}`,
    aliases: [],
    address: isPrivate ? withResponse(address, responseUrl ?? null, timeOf(at)) : address,
    lane,
    sender: by,
    addressed: true,
    parts: [{ type: 'text', text: value }],
    ...(isPrivate ? {} : { inPlaceOf: ts }),
    sentAt: timeOf(at),
  };
  return { kind: 'message', message, responseUrl: responseUrl ?? null };
}

/** "Ask about this" in a message's menu. */
export async function readShortcut(payload: SlackShortcut, { now }: ReadContext): Promise<Reading> {
  const { callback_id: callback, trigger_id: trigger, user, channel, message, response_url: responseUrl } = payload;
  if (callback !== ASK_CALLBACK) return ignored('a shortcut that is none of ours');
  const about: AskedMessage = {
    channel: channel.id,
    ts: message.ts,
    thread: message.thread_ts || message.ts,
    text: readText(saidBy(message), () => null),
    responseUrl: responseUrl ?? null,
    at: now(),
  };
  return { kind: 'askAbout', trigger, about, user: user.id };
}

/** The question about a message: a turn in that message's thread. */
export async function readSubmission(payload: SlackSubmission, context: ReadContext): Promise<Reading> {
  const { bot, people, membership, now } = context;
  const { user, view } = payload;
  const about = view.callback_id === ASK_CALLBACK ? readAsked(view.private_metadata) : null;
  if (about === null) return ignored('a view that is none of ours');
  const question = view.state.values[ASK_BLOCK]?.[ASK_BLOCK]?.value?.trim();
  if (!question) return ignored('a view without a question');
  const [person, member] = await Promise.all([people.find(user.id), membership.isMember(about.channel)]);
  const { channel, thread, ts } = about;
  const isDirect = member && channel.startsWith('D');
  const place = addressOf(bot, { channel, thread, anchor: ts, isDirect });
  const address = withResponse(place, member ? null : about.responseUrl, about.at);
  const message: InboundMessage = {
    identity: `v:${view.id}`,
    aliases: [],
    address,
    lane: laneIdOf(address),
    sender: senderOf(user.id, person, user.username ?? user.name ?? ''),
    addressed: true,
    parts: [{ type: 'text', text: question }],
    ...(about.text === '' ? {} : { replyTo: about.text }),
    sentAt: now(),
  };
  return { kind: 'message', message };
}
