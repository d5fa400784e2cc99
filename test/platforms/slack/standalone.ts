/**
 * The Slack server in a process of its own: for benchmarks and for trying the product by hand. Options are one JSON argument,
 * commands come as JSON lines on stdin, events go as JSON lines to stdout. See ../README.md.
 */
import { z } from 'zod';
import { fineClock } from '../fineClock.js';
import { printLine, readOptions, runCommands } from '../jsonLines.js';
import type { SlackCall } from './calls.js';
import type { Channel, DirectMessages } from './people.js';
import { startSlackServer } from './slackServer.js';
import type { StoredMessage, UserRecord } from './world.js';

const rate = z.strictObject({ intervalMs: z.number(), burst: z.number() });
const { events, ...given } = readOptions(
  z.strictObject({
    port: z.int().exactOptional(),
    app: z
      .strictObject({
        name: z.string().exactOptional(),
        botToken: z.string().exactOptional(),
        appToken: z.string().exactOptional(),
        signingSecret: z.string().exactOptional(),
      })
      .exactOptional(),
    rates: z.union([z.enum(['off', 'documented']), z.record(z.string(), rate)]).exactOptional(),
    retryMs: z.array(z.number()).exactOptional(),
    seed: z.int().exactOptional(),
    recordCalls: z.boolean().exactOptional(),
    /** Print an event per call of the app. Default true. */
    events: z.boolean().default(true),
  }),
);

const fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['hang', 'hang-after', 'cut-answer']) }),
  z.strictObject({ kind: z.enum(['drop-before', 'drop-after']), how: z.enum(['reset', 'end']).exactOptional() }),
  z.strictObject({ kind: z.enum(['error', 'error-after']), error: z.string() }),
  z.strictObject({ kind: z.literal('flood'), seconds: z.int() }),
  z.strictObject({ kind: z.literal('page'), status: z.int() }),
  z.strictObject({ kind: z.enum(['delay', 'slow-answer']), ms: z.number() }),
]);

/** People and channels by name, made when they are new; without `channel` the direct messages of `user`. */
const place = { user: z.string(), channel: z.string().exactOptional() };
const yes = z.literal(true).exactOptional();
/** One command per line: an object with exactly one of these keys. */
const command = z
  .strictObject({
    say: z
      .strictObject({
        ...place,
        text: z.string(),
        mention: z.boolean().exactOptional(),
        thread: z.string().exactOptional(),
      })
      .exactOptional(),
    /** One direct message of each of `count` users `u1`, `u2`, ...; `{n}` in the text is the user's number. */
    sayMany: z.strictObject({ from: z.int().positive(), count: z.int().positive(), text: z.string() }).exactOptional(),
    edit: z.strictObject({ ...place, message: z.string(), text: z.string() }).exactOptional(),
    remove: z.strictObject({ ...place, message: z.string() }).exactOptional(),
    press: z.strictObject({ ...place, message: z.string(), control: z.string().exactOptional() }).exactOptional(),
    slash: z.strictObject({ ...place, command: z.string(), text: z.string().exactOptional() }).exactOptional(),
    http: z.strictObject({ url: z.string() }).exactOptional(),
    inject: z
      .strictObject({
        method: z.union([z.string(), z.array(z.string())]).exactOptional(),
        channel: z.string().exactOptional(),
        times: z.int().exactOptional(),
        after: z.int().exactOptional(),
        probability: z.number().exactOptional(),
        fault,
      })
      .exactOptional(),
    show: z.strictObject(place).exactOptional(),
    dropSockets: yes,
    stats: yes,
    forget: yes,
    down: yes,
    up: yes,
  })
  .refine((value) => Object.keys(value).length === 1, 'one command per line');
type Command = z.output<typeof command>;

const sentMessage = z.looseObject({ ts: z.string() });

function printCall(call: SlackCall): void {
  const { n, at, method, channel, params, fault: struck, outcome } = call;
  const sent = sentMessage.safeParse(outcome?.ok === true ? outcome.result : undefined);
  const message = sent.success ? sent.data.ts : params.ts;
  const failed = outcome?.ok === false ? { error: outcome.error, details: outcome.details } : {};
  const { text, blocks } = params;
  printLine('call', { n, at, method, channel, message, text, blocks, ok: outcome?.ok, fault: struck, ...failed });
}

const server = await startSlackServer({ ...given, clock: fineClock, ...(events ? { onCall: printCall } : {}) });
const { botToken, appToken, signingSecret, userId } = server.app;
printLine('ready', { url: server.url, botToken, appToken, signingSecret, userId, pid: process.pid });

const users = new Map<string, UserRecord>();
const channels = new Map<string, Channel>();

function userOf(name: string): UserRecord {
  const user = users.get(name) ?? server.user({ name });
  users.set(name, user);
  return user;
}

type Place = { user: UserRecord } & ({ kind: 'channel'; view: Channel } | { kind: 'dm'; view: DirectMessages });

function placeOf(asked: { user: string; channel?: string }): Place {
  const user = userOf(asked.user);
  if (asked.channel === undefined) return { user, kind: 'dm', view: server.dm(user) };
  const view = channels.get(asked.channel) ?? server.channel({ name: asked.channel });
  channels.set(asked.channel, view);
  return { user, kind: 'channel', view };
}

function messageIn({ view }: Place, ts: string): StoredMessage {
  const message = view.history().find((entry) => entry.ts === ts);
  if (message === undefined) throw new Error(`No message ${ts} there`);
  return message;
}

function describe(message: StoredMessage): object {
  const { ts, blocks, thread, past, at, deletedAt, altered, metadata } = message;
  const from = message.app === undefined ? message.from.name : 'bot';
  const text = server.textOf(message);
  return { ts, from, text, blocks, thread, metadata, edits: past.length, at, deletedAt, altered };
}

function say(asked: NonNullable<Command['say']>): void {
  const place = placeOf(asked);
  const options = asked.thread === undefined ? {} : { thread: asked.thread };
  const message =
    place.kind === 'dm'
      ? place.view.say(asked.text, options)
      : asked.mention === true
        ? place.view.mention(place.user, asked.text, options)
        : place.view.say(place.user, asked.text, options);
  printLine('said', { channel: place.view.id, message: message.ts, at: message.at });
}

async function run(asked: Command): Promise<void> {
  if (asked.say !== undefined) say(asked.say);
  else if (asked.sayMany !== undefined) {
    const { from, count, text } = asked.sayMany;
    const at = fineClock.now();
    for (let n = from; n < from + count; n += 1) server.dm(userOf(`u${n}`)).say(text.replaceAll('{n}', String(n)));
    printLine('said', { count, at });
  } else if (asked.edit !== undefined) {
    const place = placeOf(asked.edit);
    place.view.edit(messageIn(place, asked.edit.message), asked.edit.text);
  } else if (asked.remove !== undefined) {
    const place = placeOf(asked.remove);
    place.view.remove(messageIn(place, asked.remove.message));
  } else if (asked.press !== undefined) {
    const place = placeOf(asked.press);
    const message = messageIn(place, asked.press.message);
    if (place.kind === 'dm') place.view.pressButton(message, asked.press.control);
    else place.view.pressButton(place.user, message, asked.press.control);
  } else if (asked.slash !== undefined) {
    const place = placeOf(asked.slash);
    if (place.kind === 'dm') place.view.slashCommand(asked.slash.command, asked.slash.text);
    else place.view.slashCommand(place.user, asked.slash.command, asked.slash.text);
  } else if (asked.http !== undefined) server.app.useHttp(asked.http.url);
  else if (asked.inject !== undefined) server.inject(asked.inject);
  else if (asked.show !== undefined) {
    const { view } = placeOf(asked.show);
    const ephemerals = view.ephemerals().map(({ ts, user, text, blocks }) => ({ ts, user, text, blocks }));
    printLine('chat', {
      id: view.id,
      messages: view.messages().map(describe),
      ephemerals,
      notifications: view.notifications(),
    });
  } else if (asked.dropSockets !== undefined) server.app.dropSockets();
  else if (asked.stats !== undefined) {
    const open = server.app.envelopes.filter((envelope) => envelope.state === 'waiting').length;
    printLine('stats', {
      calls: server.calls.length,
      refused: server.refused(),
      intoClosed: server.intoClosed(),
      open,
    });
  } else if (asked.forget !== undefined) server.forget();
  else if (asked.down !== undefined) await server.goDown();
  else if (asked.up !== undefined) await server.comeUp();
  printLine('done', { command: Object.keys(asked)[0] });
}

await runCommands(command, run, () => server.close());
