/*
 * What the Web API says in `error`, by what it means for us. From the reference of the methods that we call
 * (docs.slack.dev, "errors") and spec/channels.md.
 */

/** The token is not, or no longer, good: nothing that this account does will work. */
export const TOKEN_REFUSED: ReadonlySet<string> = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'org_login_required',
  'team_access_not_granted',
  'not_allowed_token_type',
]);

/** Nothing can be written to this conversation or thread. */
export const UNREACHABLE: ReadonlySet<string> = new Set([
  ...TOKEN_REFUSED,
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'is_inactive',
  'channel_is_archived',
  'thread_not_found',
  'cannot_reply_to_message',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_locked',
  'restricted_action_thread_only_channel',
  'restricted_action_non_threadable_channel',
  'messages_tab_disabled',
  'user_disabled',
  'user_not_found',
  'cannot_dm_bot',
  'ekm_access_denied',
  'team_not_found',
  'missing_scope',
  'no_permission',
  'access_denied',
]);

/** The message is not there, or is not (any more) ours to change: a new one can be sent. */
export const GONE: ReadonlySet<string> = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'cant_delete_message',
]);

/** Faults on Slack's side. "It's possible some aspect of the operation succeeded before the error was raised." */
export const HALF_DONE: ReadonlySet<string> = new Set(['internal_error', 'fatal_error', 'request_timeout']);

/** Faults on Slack's side that stop a call before it does anything. */
export const NOT_NOW: ReadonlySet<string> = new Set(['service_unavailable', 'team_added_to_org', 'rollup_error']);
