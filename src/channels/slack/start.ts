import { z } from 'zod';
import type { SlackAccount } from '../../config/config.js';
import type { Channel, ChannelDeps, ChannelStart } from '../../core/ports/channel.js';
import type { HttpPart } from '../../http/httpPart.js';
import { createSlackEgress } from './egress/egress.js';
import { FACE_SCOPE } from './egress/face.js';
import { createSlackFiles } from './files.js';
import { createSlackIngress, type SlackIngressDeps } from './ingress/ingress.js';
import type { Intake } from './ingress/intake.js';
import { createSlackRequests } from './ingress/requests.js';
import { createSlackApi } from './wire/api.js';
import { persist } from './wire/persist.js';

const whoSchema = z.looseObject({
  team_id: z.string().min(1),
  user_id: z.string().min(1),
  team: z.string().nullish(),
  /** The scopes of the token, as the library reads them from a header of the answer. */
  response_metadata: z.looseObject({ scopes: z.array(z.string()).exactOptional() }).exactOptional(),
});

/** Time limit of the first call in milliseconds: Slack is asked again sooner than a hanging connection ends by itself. */
const FIRST_CALL_MS = 10_000;

export type SlackStart = ChannelStart & { readonly httpPart: HttpPart | null };

/**
 * The configured workspaces. Those that are reached over HTTP share one address, which the first of them mounts. Loading
 * this module loads Bolt: import it only when one is configured.
 */
export function startSlack(accounts: readonly SlackAccount[], deps: ChannelDeps): readonly SlackStart[] {
  const requests = createSlackRequests(deps);
  const first = accounts.find((account) => account.appToken === undefined);
  const intakes = new Map<SlackAccount, Intake>();
  const intakeOf = (account: SlackAccount) => intakes.get(account) ?? null;
  return accounts.map((account) => {
    const { appToken, signingSecret } = account;
    const publish = (intake: Intake | null) => {
      if (intake === null) intakes.delete(account);
      else intakes.set(account, intake);
    };
    const peers = () => accounts.filter((other) => other.appToken === appToken).map(intakeOf);
    if (appToken === undefined && signingSecret !== undefined) {
      requests.add({ signingSecret, intake: () => intakeOf(account) });
    }
    return {
      platform: 'slack',
      httpPart: account === first ? requests.part : null,
      open: (signal) => openAccount(account, { publish, peers }, deps, signal),
    };
  });
}

async function openAccount(
  config: SlackAccount,
  beside: Pick<SlackIngressDeps, 'publish' | 'peers'>,
  deps: ChannelDeps,
  signal: AbortSignal,
): Promise<Channel> {
  const { clock, events, commands } = deps;
  let log = deps.log.child({ channel: 'slack' });
  const api = createSlackApi({ token: config.botToken, apiUrl: config.apiUrl, clock, log });
  try {
    const who = await persist({ clock, log }, signal, 'auth.test', () =>
      api.call('auth.test', {}, whoSchema, { signal, timeoutMs: FIRST_CALL_MS }),
    );
    const { team_id: account, user_id: user, team } = who;
    const hasFaces = who.response_metadata?.scopes?.includes(FACE_SCOPE) ?? false;
    log = log.child({ account });
    const names = new Set(commands.map((command) => command.name));
    const bot = { team: account, user };
    const isCommand = (name: string) => names.has(name) || (deps.isCommand?.(name) ?? false);
    return {
      platform: 'slack',
      account,
      name: `Slack workspace ${team || account}`,
      ingress: createSlackIngress(config, {
        api,
        bot,
        events,
        isCommand,
        gates: deps.gates,
        memory: deps.memory,
        owner: deps.owner,
        ...beside,
        clock,
        log,
      }),
      egress: createSlackEgress({ api, hasFaces, clock }),
      files: createSlackFiles({ api, account, gates: deps.gates, clock, log }),
      close: async () => api.close(),
    };
  } catch (thrown) {
    api.close();
    throw thrown;
  }
}
