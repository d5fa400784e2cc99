import type { Clock } from '../../core/clock.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { PersonKey } from '../../core/ports/accessStore.js';
import type { People } from '../../core/ports/people.js';
import type { Command, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';

/** A code lives as long as it takes to open the other app. */
const CODE_MS = 10 * 60_000;

export interface LinkDeps {
  readonly people: People;
  /** Moves the memories that links and partings asked for. */
  readonly moveMinds: () => Promise<void>;
  /** A code that is easily read aloud and typed. */
  readonly newCode: () => string;
  readonly clock: Clock;
}

const PLATFORM_NAMES: Readonly<Record<PersonKey['platform'], string>> = {
  telegram: 'Telegram',
  slack: 'Slack',
  discord: 'Discord',
  http: 'HTTP',
  terminal: 'Terminal',
};

const accountOf = ({ address: { platform, account }, principal }: CommandCall): PersonKey => ({
  platform,
  account,
  user: principal.sender.user,
});

const named = ({ platform, user }: PersonKey) => `${PLATFORM_NAMES[platform]} (${escapeMarkdown(user)})`;

/**
 * `/link`: makes two platform accounts one person. The first account asks for a code, the second one sends it: whoever can do
 * both holds both.
 */
export function createLinkCommand({ people, moveMinds, newCode, clock }: LinkDeps): Command {
  return {
    spec: COMMAND_SPECS.link,
    run: async (call) => {
      const { args, principal, address, wording } = call;
      if (address.kind !== 'dm') return wording.text('link-dm-only', {});
      const account = accountOf(call);
      const now = clock.now();
      if (args === '') {
        const code = newCode();
        await people.offerLink({ ...account, code, expiresAt: now + CODE_MS });
        const accounts = await people.accountsOf(principal.person);
        const how = wording.text('link-code', { code, minutes: String(CODE_MS / 60_000) });
        if (accounts.length < 2) return how;
        return `${wording.text('link-accounts', { accounts: accounts.map(named).join(', ') })}\n\n${how}`;
      }
      const end = await people.link({ ...account, code: args, now });
      if (end.outcome !== 'linked') return wording.text(`link-${end.outcome}`, {});
      await moveMinds();
      return wording.text('link-done', { account: named(end.with) });
    },
  };
}

/** `/unlink`: parts this account from the others; what it gave to the common memory goes with it. */
export function createUnlinkCommand({ people, moveMinds, clock }: Omit<LinkDeps, 'newCode'>): Command {
  return {
    spec: COMMAND_SPECS.unlink,
    run: async (call) => {
      const { address, wording } = call;
      if (address.kind !== 'dm') return wording.text('link-dm-only', {});
      const parted = await people.unlink({ ...accountOf(call), now: clock.now() });
      if (parted === null) return wording.text('unlink-none', {});
      await moveMinds();
      return wording.text('unlink-done', {});
    },
  };
}
