import type { Catalogue } from '../entry.js';

/** What `/link`, `/profile`, `/instructions` and `/tone` say. English. */
export const englishPeople: Catalogue = {
  'link-dm-only': 'Accounts are linked in a direct chat with me, so that nobody else sees the code.',
  'link-code':
    'Send me `/link {code}` from your other account within {minutes} minutes. From then on both are one person to me: one memory, one budget. `/unlink` parts them again. Give the code to nobody: whoever sends it can read what I remember of you.',
  'link-accounts': 'Linked: {accounts}.',
  'link-done': 'Linked with {account}. What I remember of you is the same on both from now on.',
  'link-same': 'That code is from an account that is linked with this one already. Send it from another account.',
  'link-unknown': 'That code is unknown, used or too old. Send `/link` from the other account for a new one.',
  'unlink-done':
    'This account stands by itself again. What you told me from here came along; the rest stayed with the others.',
  'unlink-none': 'This account is not linked to any other. `/link` links one.',
  'profile-title': 'What I know about you:',
  'profile-none': 'You have not told me anything about yourself here yet.',
  'profile-how': '`/profile {field} text` sets one of {fields}; `/profile {field} off` clears it.',
  'profile-saved': 'Noted: {field} is “{value}”.',
  'profile-cleared': '{field} is cleared.',
  'instructions-none':
    'There are no standing instructions here. `/instructions text` sets some, `/instructions off` takes them away.',
  'instructions-yours': 'Your standing instructions, in every chat with you:',
  'instructions-group': 'Standing instructions of this group:',
  'instructions-saved': 'I follow that from the next message on. `/instructions off` takes it away.',
  'instructions-cleared': 'The standing instructions are gone.',
  'text-too-long': 'That is too long: at most {max} characters, not {count}. Nothing was changed.',
  'tone-ask': 'In which tone shall I write?',
  'tone-is': 'My tone from the next message on: {tone}.',
  'tone-auto': 'No set tone: I write as it fits.',
  'tone-unknown': 'I know these tones: {tones}.',
  'tone-professional': 'professional',
  'tone-casual': 'casual',
  'tone-technical': 'technical',
  'tone-legal': 'legal',
  'tone-marketing': 'marketing',
  'tone-none': 'as it fits',
};
