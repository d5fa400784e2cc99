import { z } from 'zod';
import type { FieldError } from './errors.js';
import type { ChannelRecord, UserRecord, World } from './world.js';

/** What of a message's mentions may ping. */
export const allowedMentionsSchema = z.looseObject({
  parse: z.array(z.enum(['users', 'roles', 'everyone'])).exactOptional(),
  users: z.array(z.string()).max(100).exactOptional(),
  roles: z.array(z.string()).max(100).exactOptional(),
  replied_user: z.boolean().exactOptional(),
});
export type AllowedMentions = z.output<typeof allowedMentionsSchema>;

/** Refuses lists beside the kind that would allow all. */
export function checkAllowedMentions(allowed: AllowedMentions | undefined): FieldError[] {
  const errors: FieldError[] = [];
  for (const kind of ['users', 'roles'] as const) {
    if (allowed?.parse?.includes(kind) === true && (allowed[kind]?.length ?? 0) > 0) {
      const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
      errors.push({ path: ['allowed_mentions'], code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message });
    }
  }
  return errors;
}

/** Mentions as written, outside of code. */
export interface WrittenMentions {
  users: string[];
  roles: string[];
  everyone: boolean;
}

/** Finds the mentions of a text. */
export function findMentions(content: string): WrittenMentions {
  const plain = content.replace(/```[\s\S]*?```/g, ' ').replace(/(`+)[^`]+?\1(?!`)/g, ' ');
  const ids = (pattern: RegExp) => [...new Set([...plain.matchAll(pattern)].flatMap((match) => match[1] ?? []))];
  return {
    users: ids(/<@!?(\d{15,20})>/g),
    roles: ids(/<@&(\d{15,20})>/g),
    everyone: /@(everyone|here)\b/.test(plain),
  };
}

/** What a message's mentions do. */
export interface MentionEffect {
  mentionedUsers: UserRecord[];
  mentionedRoles: string[];
  mentionsEveryone: boolean;
  /** User ids, role ids, `everyone`. */
  pings: string[];
}

/** Decides what a text mentions with effect. `repliedTo`: the author of the message it answers. */
export function resolveMentions(
  world: World,
  channel: ChannelRecord,
  content: string,
  options: { allowed?: AllowedMentions | undefined; repliedTo?: UserRecord | undefined; mayMentionAll?: boolean } = {},
): MentionEffect {
  const { allowed, repliedTo, mayMentionAll = false } = options;
  const written = findMentions(content);
  const allows = (kind: 'users' | 'roles', id: string) =>
    allowed === undefined || allowed.parse?.includes(kind) === true || allowed[kind]?.includes(id) === true;
  const users = written.users.filter((id) => allows('users', id)).flatMap((id) => world.users.get(id) ?? []);
  const roles = written.roles.filter((id) => {
    const role = channel.guild?.roles.get(id);
    return role !== undefined && allows('roles', id);
  });
  const pinged = roles.filter((id) => channel.guild?.roles.get(id)?.mentionable === true || mayMentionAll);
  const everyone =
    written.everyone && mayMentionAll && (allowed === undefined || allowed.parse?.includes('everyone') === true);
  if (repliedTo !== undefined && (allowed === undefined || allowed.replied_user === true)) {
    if (!users.includes(repliedTo)) users.push(repliedTo);
  }
  return {
    mentionedUsers: users,
    mentionedRoles: roles,
    mentionsEveryone: everyone,
    pings: [...users.map((user) => user.id), ...pinged, ...(everyone ? ['everyone'] : [])],
  };
}
