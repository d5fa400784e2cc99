import * as assistant from './assistant.js';
import * as chat from './chat.js';
import * as conversations from './conversations.js';
import * as files from './files.js';
import type { Method } from './method.js';
import * as people from './people.js';
import * as stream from './stream.js';
import * as views from './views.js';

const methods: ReadonlyMap<string, Method> = new Map([
  ['apps.connections.open', people.openConnection],
  ['assistant.threads.setStatus', assistant.setStatus],
  ['assistant.threads.setSuggestedPrompts', assistant.setSuggestedPrompts],
  ['assistant.threads.setTitle', assistant.setTitle],
  ['auth.test', people.authTest],
  ['chat.appendStream', stream.appendStream],
  ['chat.delete', chat.remove],
  ['chat.getPermalink', chat.getPermalink],
  ['chat.postEphemeral', chat.postEphemeral],
  ['chat.postMessage', chat.postMessage],
  ['chat.startStream', stream.startStream],
  ['chat.stopStream', stream.stopStream],
  ['chat.update', chat.update],
  ['conversations.history', conversations.history],
  ['conversations.info', conversations.info],
  ['conversations.join', conversations.join],
  ['conversations.members', conversations.members],
  ['conversations.open', conversations.open],
  ['conversations.replies', conversations.replies],
  ['files.completeUploadExternal', files.completeUpload],
  ['files.getUploadURLExternal', files.getUploadUrl],
  ['files.info', files.filesInfo],
  ['reactions.add', people.addReaction],
  ['reactions.remove', people.removeReaction],
  ['users.info', people.usersInfo],
  ['views.open', views.openView],
  ['views.update', views.updateView],
]);

/** Requests that are no methods of the Web API but can be struck by faults too. */
const others: ReadonlySet<string> = new Set(['upload', 'download', 'response_url']);

/** The method of that name. */
export const findMethod = (name: string): Method | undefined => methods.get(name);

/** Whether a fault with that name could ever strike. */
export const isKnownCall = (name: string): boolean => methods.has(name) || others.has(name);
