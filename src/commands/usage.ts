import type { Clock } from '../core/clock.js';
import type { ModelUsage, UsageStore } from '../core/ports/usage.js';
import { localDay } from '../runtime/cost/localDay.js';
import type { Command } from './registry.js';
import { COMMAND_SPECS } from './specs.js';

/** How many people the owner's list has at most. */
const MAX_PEOPLE = 10;

export interface UsageCommandDeps {
  readonly usage: Pick<UsageStore, 'byModel' | 'byPerson'>;
  readonly clock: Clock;
  /** IANA name. */
  readonly timeZone: string;
}

/** `/usage`: what today cost, by model. Everybody sees their own, the owner also what all of them used. */
export function createUsageCommand({ usage, clock, timeZone }: UsageCommandDeps): Command {
  return {
    spec: COMMAND_SPECS.usage,
    run: async ({ principal }) => {
      const day = localDay(clock.now(), timeZone);
      const own = tableOf('You', await usage.byModel({ day, person: principal.person }));
      if (principal.role !== 'owner') return [`**Today (${day})**`, own].join('\n\n');
      const all = tableOf('Everybody', await usage.byModel({ day }));
      const people = await usage.byPerson({ day, limit: MAX_PEOPLE });
      const list = people.map(({ person, usd }) => `- \`${person}\`: ${dollars(usd)}`).join('\n');
      return [`**Today (${day})**`, own, all, ...(people.length > 1 ? [`By person:\n${list}`] : [])].join('\n\n');
    },
  };
}

function tableOf(whose: string, models: readonly ModelUsage[]): string {
  if (models.length === 0) return `${whose}: nothing yet.`;
  const total = models.reduce((sum, model) => sum + model.usd, 0);
  const lines = models.map(({ model, calls, inputTokens, outputTokens, usd }) => {
    const counted = calls === 1 ? '1 call' : `${calls} calls`;
    return `- \`${model}\`: ${counted}, ${count(inputTokens)} tokens in, ${count(outputTokens)} out, ${dollars(usd)}`;
  });
  return [`${whose}: ${dollars(total)}`, ...lines].join('\n');
}

const count = (tokens: number) => tokens.toLocaleString('en-US');

/** Four decimals: single calls cost less than a cent. */
const dollars = (usd: number) => `$${usd.toFixed(4)}`;
