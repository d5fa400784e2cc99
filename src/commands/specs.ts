import type { CommandSpec } from '../core/commandSpec.js';
import type { Role } from '../core/ports/accessStore.js';

const ADMINS: readonly Role[] = ['owner', 'admin'];
const MEMBERS: readonly Role[] = [...ADMINS, 'member'];
export const EVERYONE: readonly Role[] = [...MEMBERS, 'guest'];
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
  profile: {
    name: 'profile',
    usage: '[field text]',
    description: 'What I know about you: name, role, company and so on',
    instant: true,
    roles: MEMBERS,
  },
  instructions: {
    name: 'instructions',
    usage: '[text|off]',
    description: 'What I am to keep to in every answer',
    instant: true,
    roles: MEMBERS,
    groupSetters: ADMINS,
  },
  tone: {
    name: 'tone',
    usage: '[name|auto]',
    description: 'In which tone I write',
    instant: true,
    roles: MEMBERS,
    groupSetters: ADMINS,
  },
  link: {
    name: 'link',
    usage: '[code]',
    description: 'Make your accounts on two platforms one person',
    instant: true,
    roles: MEMBERS,
  },
  unlink: {
    name: 'unlink',
    usage: '',
    description: 'Part this account from your others',
    instant: true,
    roles: MEMBERS,
  },
  skills: {
    name: 'skills',
    usage: '[words]',
    description: 'What I know how to do: list, search, look at, keep',
    instant: true,
    roles: EVERYONE,
  },
  find_skills: {
    name: 'find_skills',
    usage: '[words]',
    description: 'Search the skills',
    instant: true,
    roles: EVERYONE,
  },
  catchup: {
    name: 'catchup',
    usage: '[topic]',
    description: 'What happened, what was decided, what is open',
    instant: false,
    roles: EVERYONE,
  },
  research: {
    name: 'research',
    usage: 'TOPIC',
    description: 'Research something with a small team, with sources',
    instant: false,
    roles: EVERYONE,
  },
  draft: {
    name: 'draft',
    usage: 'WHAT',
    description: 'Write something: draft, review, revision',
    instant: false,
    roles: EVERYONE,
  },
  decide: {
    name: 'decide',
    usage: 'QUESTION',
    description: 'Weigh a decision: options, criteria, recommendation',
    instant: false,
    roles: EVERYONE,
  },
  review: {
    name: 'review',
    usage: '[text]',
    description: 'Review a text, a plan or what was last made here',
    instant: false,
    roles: EVERYONE,
  },
  plan: {
    name: 'plan',
    usage: 'GOAL',
    description: 'Make a plan and stop: nothing is changed or carried out',
    instant: false,
    roles: EVERYONE,
  },
  clarify: {
    name: 'clarify',
    usage: '[topic]',
    description: 'Have me ask you the one question that matters most',
    instant: false,
    roles: EVERYONE,
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
