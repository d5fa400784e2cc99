import type { CommandSpec } from '../core/commandSpec.js';
import type { Role } from '../core/ports/accessStore.js';

const ADMINS: readonly Role[] = ['owner', 'admin'];
const MEMBERS: readonly Role[] = [...ADMINS, 'member'];
const EVERYONE: readonly Role[] = [...MEMBERS, 'guest'];
const OWNERS: readonly Role[] = ['owner'];

/**
 * All commands, as menus show them, in their order in `/help`. Apart from what they do, because a platform's menu may be made where
 * nothing runs (`waggle manifest`).
 */
export const COMMAND_SPECS = {
  start: {
    name: 'start',
    usage: '',
    description: 'Say hello and what I can do',
    instant: true,
    roles: EVERYONE,
  },
  help: {
    name: 'help',
    usage: '',
    description: 'List the commands',
    instant: true,
    roles: EVERYONE,
  },
  stop: {
    name: 'stop',
    usage: '[all]',
    description: 'Stop the running answer; with "all" also what waits',
    instant: true,
    roles: EVERYONE,
  },
  status: {
    name: 'status',
    usage: '',
    description: 'What is running and what waits',
    instant: true,
    roles: EVERYONE,
  },
  new: {
    name: 'new',
    usage: '',
    description: 'Start afresh: I no longer see what was said before in this chat',
    instant: false,
    roles: EVERYONE,
  },
  whoami: {
    name: 'whoami',
    usage: '',
    description: 'Who you are to me',
    instant: true,
    roles: EVERYONE,
  },
  approve: {
    name: 'approve',
    usage: 'CODE',
    description: 'Let the person with this pairing code in',
    instant: true,
    roles: OWNERS,
  },
  deny: {
    name: 'deny',
    usage: 'CODE',
    description: 'Refuse the person with this pairing code',
    instant: true,
    roles: OWNERS,
  },
  usage: {
    name: 'usage',
    usage: '',
    description: 'What today has cost so far',
    instant: true,
    roles: EVERYONE,
  },
  budget: {
    name: 'budget',
    usage: '[what amount]',
    description: 'How much of the budgets is left today; the owner sets them',
    instant: true,
    roles: EVERYONE,
  },
  language: {
    name: 'language',
    usage: '[code|auto]',
    description: 'Language of my notices in this chat',
    instant: true,
    roles: MEMBERS,
    groupSetters: ADMINS,
  },
  mode: {
    name: 'mode',
    usage: '[queue|collect|steer|interrupt|auto]',
    description: 'What your message does while I am answering another',
    instant: true,
    roles: MEMBERS,
    groupSetters: ADMINS,
  },
  context: {
    name: 'context',
    usage: '[on|off]',
    description: 'Whether I read along in this group: the last 30 messages of a day',
    instant: true,
    roles: MEMBERS,
    groupSetters: ADMINS,
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
