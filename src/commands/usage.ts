import type { Clock } from '../core/clock.js';
import type { ModelUsage, UsageStore } from '../core/ports/usage.js';
import type { Wording } from '../core/wording.js';
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
    run: async ({ principal, address, wording }) => {
      const day = localDay(clock.now(), timeZone);
      const title = wording.text('usage-today', { day });
      const own = tableOf('own', await usage.byModel({ day, person: principal.person }), wording);
      // What others used is the owner's to know, not a group's.
      if (principal.role !== 'owner' || address.kind !== 'dm') return [title, own].join('\n\n');
      const all = tableOf('all', await usage.byModel({ day }), wording);
      const people = await usage.byPerson({ day, limit: MAX_PEOPLE });
      const list = people.map(({ person, usd }) => `- \`${person}\`: ${dollars(usd)}`).join('\n');
      const byPerson = people.length > 1 ? [`${wording.text('usage-people', {})}\n${list}`] : [];
      return [title, own, all, ...byPerson].join('\n\n');
    },
  };
}

function tableOf(whose: 'own' | 'all', models: readonly ModelUsage[], { text, language }: Wording): string {
  if (models.length === 0) return text(`usage-${whose}-nothing`, {});
  const count = (tokens: number) => tokens.toLocaleString(language);
  const total = models.reduce((sum, model) => sum + model.usd, 0);
  const lines = models.map(({ model, calls, inputTokens, outputTokens, usd }) => {
    const [input, output] = [count(inputTokens), count(outputTokens)];
    return `- ${text('usage-calls', { model, n: String(calls), input, output, usd: dollars(usd) })}`;
  });
  return [text(`usage-${whose}`, { usd: dollars(total) }), ...lines].join('\n');
}

/** Four decimals: single calls cost less than a cent. */
const dollars = (usd: number) => `$${usd.toFixed(4)}`;
