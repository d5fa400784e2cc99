import type { Clock } from '../../../src/core/clock.js';
import type { Watch } from '../watch.js';
import type { CommandStore } from './commands.js';
import type { Gateway } from './gateway.js';
import type { InteractionRecord, TokenLife } from './interactionRecord.js';
import type { Rates } from './rates.js';
import type { Snowflakes } from './snowflake.js';
import type { UserRecord, World } from './world.js';

/** The bot's account. Its application has the same id. */
export interface BotAccount extends UserRecord {
  token: string;
  /** Privileged intents that are switched on for the application, as bits. */
  privilegedIntents: number;
}

/** What all parts of the server share. */
export interface ServerState {
  readonly world: World;
  readonly clock: Clock;
  readonly watch: Watch;
  readonly bot: BotAccount;
  readonly ids: Snowflakes;
  readonly rates: Rates;
  readonly gateway: Gateway;
  readonly commands: CommandStore;
  /** By id. */
  readonly interactions: Map<string, InteractionRecord>;
  /** Largest upload where no guild says another, bytes. */
  readonly maxUploadBytes: number;
  /** Edits an hour of messages that are older than an hour, in one channel; then 30046. */
  readonly oldEditsPerHour: number;
  /** `DiscordServerOptions.tokenLife`. */
  tokenLife(): TokenLife;
  /** `http://127.0.0.1:PORT` */
  origin(): string;
}

/** The next id, now. */
export const nextId = (state: ServerState) => state.ids.next(state.clock.now());
