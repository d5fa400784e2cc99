import type { Clock } from '../core/clock.js';
import { escapeMarkdown } from '../core/escapeMarkdown.js';
import {
  type BudgetLimit,
  type BudgetPolicy,
  type BudgetState,
  chatOfLane,
  EACH_SUBJECT,
  type UsageStore,
} from '../core/ports/usage.js';
import type { Wording } from '../core/wording.js';
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

/** How the budgets stand that a person may know of, one line each; null where none holds. */
export async function describeBudgets(call: CommandCall, deps: BudgetCommandDeps): Promise<string | null> {
  const { lane, principal, wording } = call;
  const spender = { chat: chatOfLane(lane), person: principal.person, persona: await deps.personaHere(call) };
  const day = localDay(deps.clock.now(), deps.timeZone);
  const states = await deps.usage.states({ spender, day, policy: deps.policy });
  const visible = principal.role === 'owner' ? states : states.filter((state) => state.scope === 'person');
  return visible.length === 0 ? null : visible.map((state) => describeState(state, wording)).join('\n');
}

/** `/budget`: how the budgets stand that hold here; the owner also sees and sets all limits. */
export function createBudgetCommand(deps: BudgetCommandDeps): Command {
  const { usage, clock } = deps;

  const show = async (call: CommandCall): Promise<string> => {
    const { text } = call.wording;
    const here = (await describeBudgets(call, deps)) ?? text('budget-none', {});
    if (call.principal.role !== 'owner') return here;
    // The list names people.
    const limits = (call.address.kind === 'dm' ? await usage.limits() : []).map((limit) =>
      describeLimit(limit, call.wording),
    );
    const all = limits.length === 0 ? [] : [`${text('budget-limits', {})}\n${limits.join('\n')}`];
    return [here, ...all, text('budget-help', {})].join('\n\n');
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
      const { text } = call.wording;
      if (call.principal.role !== 'owner') return text('budget-owner-only', {});
      const parsed = parseLimit(call.args, call.lane);
      if (parsed === null) return text('budget-help', {});
      const limit = named(parsed);
      if (limit === null) return text('persona-unknown', { name: escapeMarkdown(parsed.subject) });
      await usage.setLimit({ ...limit, by: call.principal.person, now: clock.now() });
      return `${text('budget-saved', {})}\n${describeLimit(limit, call.wording)}`;
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

function describeState({ scope, subject, limitUsd, spentUsd, mode }: BudgetState, { text }: Wording): string {
  const figures = { spent: formatUsd(spentUsd), limit: formatUsd(limitUsd), mode };
  const name = scope === 'persona' ? ` (\`${subject}\`)` : '';
  return `- ${text('budget-state', { whose: `${text(`budget-whose-${scope}`, {})}${name}`, ...figures })}`;
}

function describeLimit({ scope, subject, dailyUsd, mode }: BudgetLimit, { text }: Wording): string {
  const whom =
    subject === EACH_SUBJECT ? text(`budget-for-each-${scope}`, {}) : text(`budget-for-${scope}`, { subject });
  const amount = dailyUsd === null ? text('budget-no-limit', {}) : text('budget-amount', { usd: formatUsd(dailyUsd) });
  return `- ${text('budget-line', { whom, amount })}${mode === null ? '' : ` (${mode})`}`;
}
