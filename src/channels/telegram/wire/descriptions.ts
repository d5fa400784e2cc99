/**
 * What the Bot API says in `description`, by what it means for us. From Telegram's documentation and the source of its
 * public server (`telegram-bot-api`, Client.cpp); matched without regard to case, after "Bad Request: " and kin.
 */

/** An edit that changes nothing: the message is as wanted. */
export const NOT_MODIFIED = [/message is not modified/i, /MESSAGE_NOT_MODIFIED/i];

/** The message cannot be edited (any more), but a new one can be sent. */
export const NOT_EDITABLE = [
  /message to edit not found/i,
  /message can't be edited/i,
  /MESSAGE_ID_INVALID/i,
  /MESSAGE_AUTHOR_REQUIRED/i,
  /MESSAGE_EDIT_TIME_EXPIRED/i,
];

/** The message to delete is not there. */
export const ALREADY_REMOVED = [/message to delete not found/i, /MESSAGE_ID_INVALID/i];

/** A forum topic that was closed: whoever manages topics can open it again. */
export const TOPIC_CLOSED = [/TOPIC_CLOSED/i];

/** A forum topic that is no more. */
export const TOPIC_GONE = [/message thread not found/i, /TOPIC_(DELETED|ID_INVALID)/i];

/** Nothing can be written to this chat or topic, whatever it is. */
export const CHAT_UNREACHABLE = [
  ...TOPIC_CLOSED,
  ...TOPIC_GONE,
  /chat not found/i,
  /user not found/i,
  /PEER_ID_INVALID/i,
  /CHAT_(WRITE_FORBIDDEN|RESTRICTED|SEND_PLAIN_FORBIDDEN)/i,
  /USER_(IS_BLOCKED|IS_DEACTIVATED|DEACTIVATED)/i,
  /INPUT_USER_DEACTIVATED/i,
  /group chat was deactivated/i,
  /(have no|not enough) rights to send/i,
  /need administrator rights/i,
];

/** A button press that is too old to be answered. */
export const QUERY_EXPIRED = [/query is too old/i, /QUERY_ID_INVALID/i];

/** getFile of a file beyond the public server's limit. */
export const FILE_TOO_BIG = [/file is too big/i];

/** setMyCommands with a list that is too large as a whole. */
export const MENU_TOO_LARGE = [/BOT_COMMANDS_TOO_MUCH/i];

/** `getUpdates` while a webhook is set (409). */
export const WEBHOOK_ACTIVE = [/webhook is active/i];

/** Whether a description says one of these things. */
export function says(description: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(description));
}
