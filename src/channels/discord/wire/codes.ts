/**
 * Discord's own error codes, by what they mean for us (API reference, "JSON Error Codes"; spec/channels.md).
 */

/** The message is not there. */
export const UNKNOWN_MESSAGE = 10008;

/** The bot cannot see or write the place: unknown channel or guild, missing access or permission, locked or full thread. */
export const NO_ACCESS: ReadonlySet<number> = new Set([10003, 10004, 50001, 50013, 160005]);

/** The place takes no messages from the bot, whatever the way: closed DMs, a banned or unverified bot. */
export const UNREACHABLE: ReadonlySet<number> = new Set([50007, 50278, 40001, 40002, 10013]);

/** The token of an interaction is no longer good, or never was: 10015, 10062, 50027. */
export const INTERACTION_OVER: ReadonlySet<number> = new Set([10015, 10062, 50027]);

/** The interaction has its first answer already. */
export const ALREADY_ACKNOWLEDGED = 40060;

/** Nothing in the thread can be changed until it is opened again. */
export const THREAD_ARCHIVED = 50083;

/** The message has a thread already. */
export const THREAD_EXISTS = 160004;

/** A message that cannot be edited by us: somebody else's, or a system message. */
export const NOT_EDITABLE: ReadonlySet<number> = new Set([50005, 50021]);

/** The history may not be read here, so nothing can be replied to. */
export const NO_HISTORY_FOR_REPLY = 160002;

/** The file is larger than the place takes. */
export const TOO_LARGE = 40005;

/** Messages older than an hour were edited too often; comes as a 429. */
export const OLD_EDITS = 30046;
