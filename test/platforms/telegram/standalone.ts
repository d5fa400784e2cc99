/**
 * The Bot API server in a process of its own: for benchmarks and for trying the product by hand. Options are one JSON
 * argument, commands come as JSON lines on stdin, events go as JSON lines to stdout. See ../README.md.
 */
import { z } from 'zod';
import { fineClock } from '../fineClock.js';
import { printLine, readOptions, runCommands } from '../jsonLines.js';
import type { TelegramCall } from './calls.js';
import type { GroupChat } from './people.js';
import { startTelegramServer } from './telegramServer.js';
import type { StoredMessage } from './world.js';

const rate = z.strictObject({ intervalMs: z.number(), burst: z.number() });
const options = readOptions(
  z.strictObject({
    port: z.int().exactOptional(),
    token: z.string().exactOptional(),
    username: z.string().exactOptional(),
    rates: z
      .union([
        z.enum(['off', 'documented']),
        z.strictObject({
          chat: rate.exactOptional(),
          group: rate.exactOptional(),
          bot: rate.exactOptional(),
          action: rate.exactOptional(),
        }),
      ])
      .exactOptional(),
    pollDelays: z.boolean().exactOptional(),
    /** Keep every call for `show` and `stats`. Default true. */
    recordCalls: z.boolean().exactOptional(),
    /** Print an event per call of the bot (getUpdates left out). Default true. */
    events: z.boolean().default(true),
    /** Also print an event `poll` for each getUpdates when it is answered. Default false. */
    polls: z.boolean().default(false),
  }),
);

const fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['hang', 'hang-after', 'cut-answer']) }),
  z.strictObject({ kind: z.enum(['drop-before', 'drop-after']), how: z.enum(['reset', 'end']).exactOptional() }),
  z.strictObject({ kind: z.literal('status'), code: z.int(), description: z.string() }),
  z.strictObject({ kind: z.literal('flood'), seconds: z.int() }),
  z.strictObject({ kind: z.literal('page'), code: z.int() }),
  z.strictObject({ kind: z.enum(['delay', 'slow-answer']), ms: z.number() }),
]);

/** `user` alone means the private chat; with `group` the user acts in that group. */
const place = { user: z.int().positive(), group: z.int().negative().exactOptional() };
const yes = z.literal(true).exactOptional();
/** One command per line: an object with exactly one of these keys. */
const command = z
  .strictObject({
    say: z
      .strictObject({ ...place, text: z.string(), thread: z.int().exactOptional(), replyTo: z.int().exactOptional() })
      .exactOptional(),
    /** One message in the private chat of each of `count` users; `{n}` in the text is the user's id. */
    sayMany: z.strictObject({ from: z.int().positive(), count: z.int().positive(), text: z.string() }).exactOptional(),
    edit: z.strictObject({ ...place, message: z.int(), text: z.string() }).exactOptional(),
    press: z.strictObject({ ...place, message: z.int(), data: z.string().exactOptional() }).exactOptional(),
    block: z.strictObject({ user: z.int().positive() }).exactOptional(),
    group: z.strictObject({ title: z.string().exactOptional(), forum: z.boolean().exactOptional() }).exactOptional(),
    topic: z.strictObject({ group: z.int().negative(), name: z.string() }).exactOptional(),
    inject: z
      .strictObject({
        method: z.string().exactOptional(),
        chat: z.int().exactOptional(),
        times: z.int().positive().exactOptional(),
        after: z.int().exactOptional(),
        fault,
      })
      .exactOptional(),
    show: z
      .strictObject({ user: z.int().positive().exactOptional(), group: z.int().negative().exactOptional() })
      .exactOptional(),
    stats: yes,
    forget: yes,
    down: yes,
    up: yes,
  })
  .refine((given) => Object.keys(given).length === 1, 'Give exactly one command');
type Command = z.output<typeof command>;

const sentMessage = z.looseObject({ message_id: z.int() });

function printCall(call: TelegramCall): void {
  if (call.method === 'getUpdates') {
    if (polls) printLine('poll', { n: call.n, at: call.at });
    return;
  }
  const { n, at, method, chat, params, fault: struck, outcome } = call;
  const sent = sentMessage.safeParse(outcome?.ok === true ? outcome.result : undefined);
  const id = sent.success ? sent.data.message_id : params.message_id;
  const failed = outcome?.ok === false ? { code: outcome.code, description: outcome.description } : {};
  printLine('call', { n, at, method, chat, message: id, text: params.text, ok: outcome?.ok, fault: struck, ...failed });
}

const { events, polls, token, username, ...serverOptions } = options;
const server = await startTelegramServer({
  ...serverOptions,
  clock: fineClock,
  bot: { ...(token === undefined ? {} : { token }), ...(username === undefined ? {} : { username }) },
  ...(events ? { onCall: printCall } : {}),
});
printLine('ready', {
  url: server.url,
  token: server.bot.token,
  botId: server.bot.id,
  username: server.bot.username,
  pid: process.pid,
});

const groups = new Map<number, GroupChat>();
const groupOf = (id: number): GroupChat => {
  const group = groups.get(id);
  if (group === undefined) throw new Error(`No group ${id}`);
  return group;
};

function messageIn(view: { history(): StoredMessage[] }, id: number): StoredMessage {
  const message = view.history().find((entry) => entry.id === id);
  if (message === undefined) throw new Error(`No message ${id} in this chat`);
  return message;
}

function describe(message: StoredMessage): object {
  const { id, text, entities, silent, keyboard, thread, past, at, deletedAt, altered } = message;
  const from = message.from.isBot ? 'bot' : message.from.firstName;
  return { id, from, text, entities, silent, keyboard, thread, edits: past.length, at, deletedAt, altered };
}

function say(given: NonNullable<Command['say']>): void {
  const view = given.group === undefined ? server.privateChat(given.user) : groupOf(given.group);
  const sayOptions = {
    ...(given.thread === undefined ? {} : { thread: given.thread }),
    ...(given.replyTo === undefined ? {} : { replyTo: messageIn(view, given.replyTo) }),
  };
  const message =
    'user' in view ? view.say(given.text, sayOptions) : view.say(server.user(given.user), given.text, sayOptions);
  printLine('said', { chat: view.id, message: message.id, at: message.at });
}

async function run(given: Command): Promise<void> {
  if (given.say !== undefined) say(given.say);
  else if (given.sayMany !== undefined) {
    const { from, count, text } = given.sayMany;
    const at = Date.now();
    for (let id = from; id < from + count; id += 1) server.privateChat(id).say(text.replaceAll('{n}', String(id)));
    printLine('said', { count, at });
  } else if (given.edit !== undefined) {
    const view = given.edit.group === undefined ? server.privateChat(given.edit.user) : groupOf(given.edit.group);
    view.edit(messageIn(view, given.edit.message), given.edit.text);
  } else if (given.press !== undefined) {
    const { user, group, message, data } = given.press;
    const view = group === undefined ? server.privateChat(user) : groupOf(group);
    const pressed = messageIn(view, message);
    if ('user' in view) view.pressButton(pressed, data);
    else view.pressButton(server.user(user), pressed, data);
  } else if (given.block !== undefined) server.privateChat(given.block.user).block();
  else if (given.group !== undefined) {
    const group = server.group(given.group);
    groups.set(group.id, group);
    printLine('group', { id: group.id });
  } else if (given.topic !== undefined) {
    printLine('topic', { id: groupOf(given.topic.group).openTopic(given.topic.name) });
  } else if (given.inject !== undefined) server.inject(given.inject);
  else if (given.show !== undefined) {
    const { user, group } = given.show;
    const view = group === undefined ? server.privateChat(user ?? 1) : groupOf(group);
    printLine('chat', { id: view.id, messages: view.messages().map(describe), notifications: view.notifications() });
  } else if (given.stats !== undefined) {
    printLine('stats', { calls: server.calls.length, refused: server.refused(), pending: server.bot.pendingUpdates() });
  } else if (given.forget !== undefined) server.forget();
  else if (given.down !== undefined) await server.goDown();
  else if (given.up !== undefined) await server.comeUp();
  printLine('done', { command: Object.keys(given)[0] });
}

await runCommands(command, run, () => server.close());
