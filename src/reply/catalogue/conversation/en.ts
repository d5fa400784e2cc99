import type { Catalogue } from '../entry.js';

/** What `/clear`, `/checkpoint`, `/rollback`, `/undo` and `/export` say. English. */
export const englishConversation: Catalogue = {
  'clear-done':
    'The conversation is put away ({n} lines) and I start afresh. `/rollback {name}` brings it back; what I remember stays.',
  'checkpoint-name': "A checkpoint's name is a word of at most {max} letters, for example `/checkpoint before_launch`.",
  'checkpoint-done': 'Kept as `{name}` ({n} lines so far). `/rollback {name}` goes back to here.',
  'rollback-none': 'There is no checkpoint in this conversation yet. `/checkpoint` makes one.',
  'rollback-which': 'Back to which point? Later lines are then no longer part of the conversation.',
  'rollback-unknown': 'There is no checkpoint `{name}` here. `/rollback` lists them.',
  'rollback-done': 'Back at `{name}`: I see {n} lines of this conversation.',
  'undo-taken': 'The last exchange no longer counts. `/undo` once more takes the one before.',
  'undo-nothing': 'There is nothing to take back in this conversation.',
  'undo-not-yours': "The last exchange was somebody else's; only they or an admin can take it back.",
  'time-ago': '{elapsed} ago',
  'export-done': 'Here is what I remember about you.',
  'export-dm-only': '`/export` works in a direct chat with me.',
};
