import { ApiError } from './errors.js';
import type { AppRecord } from './world.js';

/** What a method needs; `{kind}` stands for the kind of conversation. */
const needed: Readonly<Record<string, string>> = {
  'assistant.threads.setStatus': 'chat:write',
  'assistant.threads.setSuggestedPrompts': 'assistant:write',
  'assistant.threads.setTitle': 'assistant:write',
  'chat.appendStream': 'chat:write',
  'chat.delete': 'chat:write',
  'chat.postEphemeral': 'chat:write',
  'chat.postMessage': 'chat:write',
  'chat.startStream': 'chat:write',
  'chat.stopStream': 'chat:write',
  'chat.update': 'chat:write',
  'conversations.history': '{kind}:history',
  'conversations.info': '{kind}:read',
  'conversations.join': 'channels:join',
  'conversations.members': '{kind}:read',
  'conversations.open': 'im:write',
  'conversations.replies': '{kind}:history',
  'files.completeUploadExternal': 'files:write',
  'files.getUploadURLExternal': 'files:write',
  'files.info': 'files:read',
  download: 'files:read',
  'reactions.add': 'reactions:write',
  'reactions.remove': 'reactions:write',
  'users.info': 'users:read',
};

const eventScopes: Readonly<Record<string, string>> = {
  app_mention: 'app_mentions:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  'message.mpim': 'mpim:history',
  reaction_added: 'reactions:read',
  assistant_thread_started: 'assistant:write',
  assistant_thread_context_changed: 'assistant:write',
};

function kindOf(channel: string | undefined): string {
  if (channel?.startsWith('D')) return 'im';
  return channel?.startsWith('G') ? 'groups' : 'channels';
}

/** Refuses a method whose scope the app was not granted. Throws `missing_scope`, with what it needs and has. */
export function requireScope(app: AppRecord, method: string, channel: string | undefined): void {
  const scope = needed[method]?.replace('{kind}', kindOf(channel));
  if (app.scopes === undefined || scope === undefined || app.scopes.has(scope)) return;
  const fields = { needed: scope, provided: [...app.scopes].join(',') };
  throw new ApiError('missing_scope', 'client', { fields });
}

/** What the header `x-oauth-scopes` of an answer says. */
export function scopesHeader({ scopes }: AppRecord): string {
  return [...(scopes ?? [...new Set(Object.values(needed)), 'chat:write.customize'])].join(',');
}

/** Refuses an author other than the app itself without the scope for it. Throws `missing_scope`. */
export function requireAuthorship(
  app: AppRecord,
  author: { readonly username?: string; readonly icon?: string },
): void {
  if (author.username === undefined && author.icon === undefined) return;
  if (app.scopes === undefined || app.scopes.has('chat:write.customize')) return;
  throw new ApiError('missing_scope', 'client', { fields: { needed: 'chat:write.customize' } });
}

/** Whether the app's scopes let it have an event. */
export function mayHear(app: AppRecord, event: string): boolean {
  const scope = eventScopes[event];
  return app.scopes === undefined || scope === undefined || app.scopes.has(scope);
}
