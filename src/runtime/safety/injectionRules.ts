import type { Rule } from './matchRules.js';

/**
 * The contract's families as combinations of concepts. Distances are in words: about a clause (8), a sentence (15), a
 * short paragraph (30 to 45).
 */
export const CONTRACT_RULES: readonly Rule[] = [
  {
    flag: 'role_override',
    all: [['drop'], ['rules'], ['own', 'prior', 'given', 'boss']],
    within: 9,
    isOneSentence: true,
  },
  { flag: 'role_override', all: [['drop'], ['ownRules']], within: 9, isOneSentence: true },
  { flag: 'role_override', all: [['drop'], ['rules'], ['unbound']], within: 12 },
  { flag: 'role_override', all: [['drop'], ['rules'], ['all']], within: 6, isOneSentence: true, context: 'user_input' },
  { flag: 'role_override', all: [['void'], ['rules'], ['own', 'given']], within: 12, isOneSentence: true },
  { flag: 'role_override', all: [['void'], ['ownRules']], within: 15 },
  { flag: 'role_override', all: [['become'], ['unbound']], within: 14 },
  {
    flag: 'role_override',
    all: [['become'], ['mode'], ['unbound', 'guard', 'bypass', 'hidden', 'ownRules']],
    within: 16,
  },
  {
    flag: 'role_override',
    all: [['drop'], ['userTask', 'task'], ['own', 'prior'], ['prior', 'newOrder', 'obey']],
    within: 12,
  },
  { flag: 'role_override', all: [['drop'], ['hidden'], ['own', 'prior']], within: 9, isOneSentence: true },
  {
    flag: 'prompt_extraction',
    all: [
      ['reveal', 'ask'],
      ['hidden', 'ownRules'],
    ],
    within: 14,
    isOneSentence: true,
    context: 'user_input',
  },
  { flag: 'prompt_extraction', all: [['reveal'], ['hidden'], ['own']], within: 10, isOneSentence: true },
  { flag: 'prompt_extraction', all: [['reveal'], ['ownRules']], within: 8, isOneSentence: true },
  {
    flag: 'prompt_extraction',
    all: [['reveal', 'ask'], ['rules', 'hidden'], ['given']],
    within: 14,
    isOneSentence: true,
  },
];

const ACTS = [
  'conceal',
  'danger',
  'void',
  'unbound',
  'bypass',
  'mislead',
  'authority',
  'newOrder',
  'privilege',
  'obey',
] as const;

/** Further families. */
export const FURTHER_RULES: readonly Rule[] = [
  { flag: 'machine_address', all: [['addressed'], [...ACTS, 'decode']], within: 45 },
  {
    flag: 'machine_address',
    all: [['addressed'], ['drop'], ['task', 'userTask', 'rules', 'hidden', 'ownRules']],
    within: 30,
  },
  {
    flag: 'machine_address',
    all: [['addressed'], ['send', 'reveal', 'run'], ['secret', 'hidden', 'others']],
    within: 30,
  },
  { flag: 'machine_address', all: [['obliged'], ['conceal', 'bypass', 'danger']], within: 25 },
  { flag: 'machine_address', all: [['obliged'], ['mislead'], ['audience', 'own', 'drop']], within: 25 },
  { flag: 'machine_address', all: [['obliged'], ['send', 'reveal'], ['secret', 'hidden']], within: 20 },
  {
    flag: 'machine_address',
    all: [['drop'], ['userTask'], ['newOrder', 'send', 'run', 'mislead', 'danger']],
    within: 20,
  },
  {
    flag: 'concealment',
    all: [['conceal'], ['send', 'run', 'reveal'], ['secret', 'privilege', 'guard', 'danger']],
    within: 25,
    context: 'tool_output',
  },
  {
    flag: 'concealment',
    all: [['conceal'], ['mislead', 'own', 'persist'], ['audience', 'boss']],
    within: 15,
    context: 'user_input',
  },
  {
    flag: 'data_exfiltration',
    all: [['send', 'reveal', 'run'], ['secret'], ['own', 'others', 'bypass', 'conceal', 'authority']],
    within: 15,
    context: 'user_input',
  },
  {
    flag: 'data_exfiltration',
    all: [['others'], ['run', 'send', 'reveal', 'disable', 'drop'], ['bypass', 'conceal', 'persist', 'secret']],
    within: 20,
    context: 'user_input',
  },
  {
    flag: 'safeguard_removal',
    all: [
      ['disable', 'drop'],
      ['guard'],
      ['own', 'bypass', 'obey', 'danger', 'authority', 'unbound', 'run', 'conceal'],
    ],
    within: 16,
    context: 'user_input',
  },
  {
    flag: 'safeguard_removal',
    all: [['refuse'], ['stake'], ['rules', 'reveal', 'hidden', 'own', 'ownRules']],
    within: 30,
    context: 'user_input',
  },
  {
    flag: 'privilege_claim',
    all: [['authority'], ['bypass', 'privilege', 'obey', 'hidden', 'secret', 'guard', 'unbound', 'danger', 'ownRules']],
    within: 30,
  },
  {
    flag: 'privilege_claim',
    all: [['privilege'], ['bypass', 'conceal', 'persist']],
    within: 20,
    context: 'user_input',
  },
  {
    flag: 'privilege_claim',
    all: [['obey'], ['drop', 'rules', 'own', 'newOrder', 'ownRules'], ['me']],
    within: 15,
    context: 'user_input',
  },
  {
    flag: 'privilege_claim',
    all: [['privilege'], ['privilege'], ['run', 'me', 'own']],
    within: 15,
    context: 'user_input',
  },
  {
    flag: 'persistent_rule',
    all: [
      ['persist'],
      ['obey', 'authority', 'bypass', 'void', 'privilege'],
      ['rules', 'ownRules', 'me', 'own', 'others', 'audience', 'boss'],
    ],
    within: 25,
  },
  { flag: 'encoded_instruction', all: [['decode'], ['comply', 'obey']], within: 25 },
];
