import type { Clock } from '../core/clock.js';
import { escapeMarkdown } from '../core/escapeMarkdown.js';
import {
  type BudgetLimit,
  type BudgetPolicy,
  type BudgetScope,
  type BudgetState,
  chatOfLane,
  EACH_SUBJECT,
  type UsageStore,
} from '../core/ports/usage.js';
import { formatUsd } from '../runtime/cost/budgetSentences.js';
import { localDay } from '../runtime/cost/localDay.js';
import type { Command, CommandCall } from './registry.js';
import { COMMAND_SPECS } from './specs.js';

export interface BudgetCommandDeps {
  readonly usage: Pick<UsageStore, 'states' | 'limits' | 'setLimit'>;
  readonly policy: BudgetPolicy;
  readonly clock: Clock;
  /** IANA name. */
  readonly timeZone: string;
  /** Id of the persona that answers where a command was called; null: nobody in particular. */
  readonly personaHere: (call: CommandCall) => Promise<string | null>;
  /** Id of the persona that somebody names; null: there is none. */
  readonly personaId: (name: string) => string | null;
}

/** Far above what anybody means by a day's budget, and far below where stored amounts lose exactness. */
const MAX_USD = 1_000_000;

const HELP = [
  'Set a daily budget in US dollars, or `off`; `soft` warns, `hard` refuses:',
  '- `/budget all 5 hard` everything together',
  '- `/budget person 1` each person, `/budget person telegram:42:7 2` one of them',
  '- `/budget chat 3` each chat, `/budget here 1` this one',
  '- `/budget persona 2` each persona, `/budget persona coder 4` one of them',
].join('\n');

const NAMES: Readonly<Record<BudgetScope, string>> = {
  all: 'Everything together',
  person: 'You',
  chat: 'This chat',
  persona: 'This persona',
};

/** How the budgets stand that a person may know of, one line each; null where none holds. */
export async function describeBudgets(call: CommandCall, deps: BudgetCommandDeps): Promise<string | null> {
  const { lane, principal } = call;
  const spender = { chat: chatOfLane(lane), person: principal.person, persona: await deps.personaHere(call) };
  const day = localDay(deps.clock.now(), deps.timeZone);
  const states = await deps.usage.states({ spender, day, policy: deps.policy });
  const visible = principal.role === 'owner' ? states : states.filter((state) => state.scope === 'person');
  return visible.length === 0 ? null : visible.map(describeState).join('\n');
}

/** `/budget`: how the budgets stand that hold here; the owner also sees and sets all limits. */
export function createBudgetCommand(deps: BudgetCommandDeps): Command {
  const { usage, clock } = deps;

  const show = async (call: CommandCall): Promise<string> => {
    const here = (await describeBudgets(call, deps)) ?? 'No budget is set for you.';
    if (call.principal.role !== 'owner') return here;
    const limits = await usage.limits();
    return [here, ...(limits.length === 0 ? [] : [`Limits:\n${limits.map(describeLimit).join('\n')}`]), HELP].join(
      '\n\n',
    );
  };

  /** A persona's limit under its id, by which its calls are counted; null where there is no such persona, and no old limit to lift. */
  const named = (limit: BudgetLimit): BudgetLimit | null => {
    if (limit.scope !== 'persona' || limit.subject === EACH_SUBJECT) return limit;
    const id = deps.personaId(limit.subject);
    if (id === null) return limit.dailyUsd === null ? limit : null;
    return { ...limit, subject: id };
  };

  return {
    spec: COMMAND_SPECS.budget,
    run: async (call) => {
      if (call.args === '') return show(call);
      if (call.principal.role !== 'owner') return 'Only the owner sets budgets. `/budget` alone shows yours.';
      const parsed = parseLimit(call.args, call.lane);
      if (parsed === null) return HELP;
      const limit = named(parsed);
      if (limit === null) return call.wording.text('persona-unknown', { name: escapeMarkdown(parsed.subject) });
      await usage.setLimit({ ...limit, by: call.principal.person, now: clock.now() });
      return `Set.\n${describeLimit(limit)}`;
    },
  };
}

/** `all 5 hard`, `person telegram:42:7 off`, `here 1`; null when it cannot be read. */
function parseLimit(args: string, lane: string): BudgetLimit | null {
  const words = args.split(/\s+/);
  const mode = words.at(-1) === 'soft' || words.at(-1) === 'hard' ? words.pop() : undefined;
  const dailyUsd = parseAmount(words.pop());
  const line = parseLine(words, lane);
  if (line === null || dailyUsd === undefined) return null;
  return { ...line, dailyUsd, mode: mode === 'soft' || mode === 'hard' ? mode : null };
}

function parseAmount(word: string | undefined): number | null | undefined {
  if (word === 'off') return null;
  const text = word?.replace(/^\$/, '') ?? '';
  const usd = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return usd <= MAX_USD ? usd : undefined;
}

function parseLine(words: readonly string[], lane: string): Pick<BudgetLimit, 'scope' | 'subject'> | null {
  const [scope, subject, ...rest] = words;
  if (rest.length > 0) return null;
  if (scope === 'here' && subject === undefined) return { scope: 'chat', subject: chatOfLane(lane) };
  if (scope === 'all' && subject === undefined) return { scope, subject: '' };
  if (scope === 'person' || scope === 'chat' || scope === 'persona') return { scope, subject: subject ?? EACH_SUBJECT };
  return null;
}

function describeState({ scope, subject, limitUsd, spentUsd, mode }: BudgetState): string {
  const name = scope === 'persona' ? ` (\`${subject}\`)` : '';
  return `- ${NAMES[scope]}${name}: ${formatUsd(spentUsd)} of ${formatUsd(limitUsd)} USD used today (${mode})`;
}

function describeLimit({ scope, subject, dailyUsd, mode }: BudgetLimit): string {
  const whom = subject === EACH_SUBJECT ? `each ${scope}` : `${scope}${subject === '' ? '' : ` \`${subject}\``}`;
  const amount = dailyUsd === null ? 'no limit' : `${formatUsd(dailyUsd)} USD a day`;
  return `- ${whom}: ${amount}${mode === null ? '' : ` (${mode})`}`;
}
