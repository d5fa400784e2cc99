import type { Catalogue } from '../entry.js';

/** What access says: limits, `/pair`, `/allow`. English. */
export const englishAccess: Catalogue = {
  'rate-messages':
    'That was more than {max} messages in a minute. I have not read the last one, and read nothing more for {elapsed}; please send it again then.',
  'rate-turns':
    'That was more than {max} questions in an hour. I have not read the last one, and take no more for {elapsed}; please send it again then.',
  'private-only': 'That is between us: send me `/{command}` in a direct chat.',
  'whoami-here': 'You are **{role}** here. `/whoami` in a direct chat says more.',
  'pair-known': 'You are in already: I know you as **{role}**.',
  'allow-groups-only':
    '`/allow here` is for groups: it lets in everybody there. Here, `/approve CODE` lets in one person.',
  'allow-usage':
    '`/allow here` lets in everybody in this chat, `/allow here server` everybody on the server or in the workspace; as guests, or with `member` behind it as members. `/allow off` and `/allow off server` end that.',
  'allow-closed': 'Here I answer only people whom I know.',
  'allow-open-mode': 'I answer everybody anyway: that is how I am configured.',
  'allow-chat': 'Everybody in this chat may talk to me, as **{role}**.',
  'allow-server': 'Everybody on this server may talk to me, as **{role}**.',
  'allow-as-guest': 'Guests may ask me things, but not use commands that change something.',
  'allow-as-member': 'Members may also use the commands for memory, skills and personas.',
  'allow-was-closed': 'That was not let in.',
  'allow-no-server': 'This chat belongs to no server or workspace. `/allow here` lets in this chat.',
};
