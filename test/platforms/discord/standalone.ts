/**
 * Discord in a process of its own: for benchmarks and for trying the product by hand. Options are one JSON argument,
 * commands come as JSON lines on stdin, events go as JSON lines to stdout. See ../README.md.
 */
import { z } from 'zod';
import { fineClock } from '../fineClock.js';
import { printLine, readOptions, runCommands } from '../jsonLines.js';
import type { DiscordCall } from './calls.js';
import { startDiscordServer } from './discordServer.js';
import type { GuildPlaces } from './guilds.js';
import type { Doings } from './people.js';
import type { PlaceView } from './view.js';
import type { StoredMessage, UserRecord } from './world.js';

const options = readOptions(
  z.strictObject({
    port: z.int().exactOptional(),
    token: z.string().exactOptional(),
    username: z.string().exactOptional(),
    rates: z.enum(['off', 'documented']).exactOptional(),
    heartbeatMs: z.int().exactOptional(),
    /** Keep every call for `stats`. Default true. */
    recordCalls: z.boolean().exactOptional(),
    /** Print an event per call of the bot. Default true. */
    events: z.boolean().default(true),
  }),
);

const fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['hang', 'hang-after']) }),
  z.strictObject({ kind: z.enum(['drop-before', 'drop-after']), how: z.enum(['reset', 'end']).exactOptional() }),
  z.strictObject({ kind: z.literal('status'), status: z.int(), code: z.int().exactOptional() }),
  z.strictObject({ kind: z.literal('status-after'), status: z.int() }),
  z.strictObject({
    kind: z.literal('rate-limit'),
    ms: z.number(),
    scope: z.enum(['user', 'shared', 'global']).exactOptional(),
  }),
  z.strictObject({ kind: z.enum(['delay', 'slow-answer']), ms: z.number() }),
]);

/** A person by name, in the DM or, with `channel`, in that channel of the one guild. */
const place = { user: z.string(), channel: z.string().exactOptional() };
const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const yes = z.literal(true).exactOptional();
/** One command per line: an object with exactly one of these keys. */
const command = z
  .strictObject({
    say: z.strictObject({ ...place, text: z.string(), mention: z.boolean().exactOptional() }).exactOptional(),
    /** One DM of each of `count` people; `{n}` in the text is their number. */
    sayMany: z.strictObject({ count: z.int().positive(), text: z.string() }).exactOptional(),
    edit: z.strictObject({ ...place, message: z.string(), text: z.string() }).exactOptional(),
    slash: z.strictObject({ ...place, words: z.string(), values: values.exactOptional() }).exactOptional(),
    press: z.strictObject({ ...place, message: z.string(), customId: z.string().exactOptional() }).exactOptional(),
    inject: z
      .strictObject({
        route: z.string().exactOptional(),
        times: z.int().positive().exactOptional(),
        chance: z.number().exactOptional(),
        fault,
      })
      .exactOptional(),
    show: z.strictObject(place).exactOptional(),
    drop: yes,
    stats: yes,
    forget: yes,
    down: yes,
    up: yes,
  })
  .refine((given) => Object.keys(given).length === 1, 'Give exactly one command');
type Command = z.output<typeof command>;

const sentMessage = z.looseObject({ id: z.string() });

function printCall(call: DiscordCall): void {
  const { n, at, route, channel, params, fault: struck, outcome, inClosedGate } = call;
  const sent = sentMessage.safeParse(outcome?.ok === true ? outcome.result : undefined);
  const failed = outcome?.ok === false ? { status: outcome.status, description: outcome.description } : {};
  const early = inClosedGate ? { inClosedGate } : {};
  const text = params.content;
  printLine('call', {
    n,
    at,
    route,
    channel,
    message: sent.data?.id,
    text,
    ok: outcome?.ok,
    fault: struck,
    ...early,
    ...failed,
  });
}

const { events, token, username, ...serverOptions } = options;
const server = await startDiscordServer({
  ...serverOptions,
  clock: fineClock,
  bot: { ...(token === undefined ? {} : { token }), ...(username === undefined ? {} : { username }) },
  ...(events ? { onCall: printCall } : {}),
});
const guild: GuildPlaces = server.guild({ name: 'Test guild' });
guild.channel('general');
printLine('ready', {
  api: server.api,
  token: server.bot.token,
  botId: server.bot.id,
  guild: guild.id,
  pid: process.pid,
});

const people = new Map<string, UserRecord>();

function personOf(name: string): UserRecord {
  const known = people.get(name) ?? server.user({ name });
  people.set(name, known);
  return known;
}

function open(given: { user: string; channel?: string }): {
  view: PlaceView;
  person: Doings;
  edit: (message: StoredMessage, text: string) => void;
} {
  const user = personOf(given.user);
  if (given.channel === undefined) {
    const dm = server.dm(user);
    return { view: dm, person: dm, edit: dm.edit };
  }
  const channel = guild.channel(given.channel);
  return { view: channel, person: channel.as(user), edit: channel.edit };
}

function messageIn(view: PlaceView, id: string): StoredMessage {
  const message = view.history().find((entry) => entry.id === id);
  if (message === undefined) throw new Error(`No message ${id} in this channel`);
  return message;
}

function describe(message: StoredMessage): object {
  const { id, content, components, silent, thinking, pings, past, at, deletedAt, altered } = message;
  const from = message.author.globalName;
  return { id, from, content, components, silent, thinking, pings, edits: past.length, at, deletedAt, altered };
}

async function run(given: Command): Promise<void> {
  if (given.say !== undefined) {
    const { view, person } = open(given.say);
    const message = given.say.mention === true ? person.mention(given.say.text) : person.say(given.say.text);
    printLine('said', { channel: view.id, message: message.id, at: message.at });
  } else if (given.sayMany !== undefined) {
    const { count, text } = given.sayMany;
    const at = Date.now();
    for (let n = 1; n <= count; n += 1) server.dm(personOf(`person ${n}`)).say(text.replaceAll('{n}', String(n)));
    printLine('said', { count, at });
  } else if (given.edit !== undefined) {
    const { view, edit } = open(given.edit);
    edit(messageIn(view, given.edit.message), given.edit.text);
  } else if (given.slash !== undefined) {
    const made = open(given.slash).person.slash(given.slash.words, given.slash.values);
    printLine('interaction', { id: made.id, at: made.at });
  } else if (given.press !== undefined) {
    const { view, person } = open(given.press);
    const made = person.pressButton(messageIn(view, given.press.message), given.press.customId);
    printLine('interaction', { id: made.id, at: made.at });
  } else if (given.inject !== undefined) server.inject(given.inject);
  else if (given.show !== undefined) {
    const { view } = open(given.show);
    printLine('chat', { id: view.id, messages: view.messages().map(describe), notifications: view.notifications() });
  } else if (given.drop !== undefined) server.gateway.drop();
  else if (given.stats !== undefined) {
    const thinking = server.thinking().length;
    const early = server.callsInClosedGate().length;
    printLine('stats', { calls: server.calls.length, refused: server.refused(), inClosedGate: early, thinking });
  } else if (given.forget !== undefined) server.forget();
  else if (given.down !== undefined) await server.goDown();
  else if (given.up !== undefined) await server.comeUp();
  printLine('done', { command: Object.keys(given)[0] });
}

await runCommands(command, run, () => server.close());
