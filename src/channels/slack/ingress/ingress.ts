import { z } from 'zod';
import type { SlackAccount } from '../../../config/config.js';
import type { Clock } from '../../../core/clock.js';
import type { WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { ChannelEvents } from '../../../core/ports/channelEvents.js';
import type { ChannelMemory } from '../../../core/ports/channelMemory.js';
import { accountKey } from '../../../core/ports/egress.js';
import type { Gates } from '../../../core/ports/gates.js';
import type { Ingress } from '../../../core/ports/ingress.js';
import { createMembership } from '../updates/membership.js';
import { createPeople } from '../updates/people.js';
import type { ReadContext } from '../updates/readContext.js';
import type { BotIdentity } from '../updates/reading.js';
import { createThreadStarts } from '../updates/threadStarts.js';
import type { SlackApi } from '../wire/api.js';
import { isTokenRefused, SlackCallError } from '../wire/failure.js';
import { tokenRefused } from '../wire/fault.js';
import { heedful } from '../wire/heedfulApi.js';
import { createCensus } from './census.js';
import { createErrands } from './errands.js';
import { createIntake, type Intake } from './intake.js';
import { takeByTeam } from './routing.js';
import { receiveBySocket } from './socketMode.js';

export interface SlackIngressDeps {
  readonly api: SlackApi;
  readonly gates: Gates;
  readonly memory: ChannelMemory;
  /** Unique per process. */
  readonly owner: string;
  readonly bot: BotIdentity;
  readonly events: ChannelEvents;
  /** Whether a command has this name. */
  readonly isCommand: (name: string) => boolean;
  /** Told the intake while it receives. */
  readonly publish: (intake: Intake | null) => void;
  /** Socket Mode: the accounts with the same app token, this one among them; null for one that is not open. */
  readonly peers: () => readonly (Intake | null)[];
  readonly clock: Clock;
  readonly log: Log;
}

/** The receiving half: Socket Mode, or the requests that the HTTP server hands over. */
export function createSlackIngress(config: SlackAccount, deps: SlackIngressDeps): Ingress {
  const { bot, events, isCommand, publish, peers, gates, clock, log } = deps;
  const api = heedful({ api: deps.api, account: bot.team, gates, clock, log });

  const membership = createMembership({ api, clock, log });
  const people = createPeople({ api, team: bot.team, clock, log });
  const threadStarts = createThreadStarts({ api, isOurs: (content) => content.user === bot.user, log });
  const context: ReadContext = { bot, people, threadStarts, isCommand, membership, now: () => clock.now() };

  return {
    run: async (accept, signal) => {
      const errands = createErrands(log);
      const failing = new AbortController();
      let failure: WaggleError | null = null;
      const checkToken = async () => {
        try {
          await api.call('auth.test', {}, z.unknown());
        } catch (thrown) {
          if (!(thrown instanceof SlackCallError) || !isTokenRefused(thrown.failure)) throw thrown;
          failure = tokenRefused('SLACK_BOT_TOKEN', thrown);
          failing.abort();
        }
      };
      const intake = createIntake({
        api,
        context,
        accept,
        events,
        errands,
        onRevoked: () => errands.run('asking whether the token still works', checkToken),
        clock,
        log,
      });
      const ending = AbortSignal.any([signal, failing.signal]);
      try {
        const { appToken } = config;
        publish(intake);
        if (appToken !== undefined) {
          const take = (body: unknown) => takeByTeam(body, peers(), log);
          const { memory, owner } = deps;
          const census = createCensus({
            appToken,
            owner,
            account: accountKey({ platform: 'slack', account: bot.team }),
            memory,
            clock,
            log,
          });
          await receiveBySocket({ api: deps.api, appToken, take, census, clock, log }, ending);
        } else {
          log.info({}, 'Slack delivers events over HTTP');
          await untilAborted(ending);
        }
      } finally {
        publish(null);
        await errands.settled();
      }
      if (failure !== null) throw failure;
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
