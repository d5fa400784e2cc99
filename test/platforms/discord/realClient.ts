import { Client, type ClientOptions, DiscordAPIError, Events, GatewayIntentBits, Partials } from 'discord.js';
import type { DiscordServer } from './discordServer.js';

/** Everything that a chat bot asks for. */
export const chatIntents = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.GuildMessageTyping,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.MessageContent,
];

/** A discord.js client for the server; identifies at once, where the library's own throttle waits for 5 s. */
export function createRealClient(server: DiscordServer, options: Partial<ClientOptions> = {}): Client {
  return new Client({
    intents: chatIntents,
    partials: [Partials.Channel, Partials.Message],
    rest: { api: server.api, offset: 0 },
    ws: { buildIdentifyThrottler: () => ({ waitForIdentify: () => Promise.resolve() }) },
    ...options,
  });
}

/** Logs a client in and waits until it knows its guilds. */
export async function logIn(server: DiscordServer, client: Client): Promise<Client<true>> {
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(server.bot.token);
  return ready;
}

/** The next event of a kind that fits. */
export function nextEvent<Value>(
  client: Client,
  event: string,
  fits: (value: Value) => boolean = () => true,
): Promise<Value> {
  return new Promise((resolve) => {
    const listener = (value: Value) => {
      if (!fits(value)) return;
      client.off(event, listener);
      resolve(value);
    };
    client.on(event, listener);
  });
}

/** What a failed call was answered: status, code, message and the raw body. Throws when it did not fail so. */
export async function apiErrorOf(
  call: Promise<unknown>,
): Promise<{ status: number; code: unknown; message: string; raw: unknown }> {
  const failure = await call.then(
    (result) => new Error(`The call succeeded: ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );
  if (!(failure instanceof DiscordAPIError)) throw failure;
  return { status: failure.status, code: failure.code, message: failure.message, raw: failure.rawError };
}
