import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { type ChannelMemory, PASSING_KEYS, SHARED_TOKEN, TROUBLE_KEYS } from '../../../core/ports/channelMemory.js';

/** A process says so often how many connections it has, and counts no longer than `COUNTED_MS` after it said so last, milliseconds. */
const SAY_EVERY_MS = 30_000;
const COUNTED_MS = 90_000;

/** Slack may count a connection for a while that broke off without a word: strangers are believed in when a hello after so long still counts them. */
const CONFIRM_MS = 45_000;

/** Whether strangers have come or gone is looked at so often, milliseconds: Slack counts only in a hello. */
const LOOK_AGAIN_MS = 1_800_000;

const rowSchema = z.object({ connections: z.int().nonnegative(), at: z.int() });

/**
 * Who is connected with an app token. Slack shares events out between all connections of a token, so with a program of another data
 * directory on it people are answered now by one, now by the other. Several processes of one data directory are as it should be.
 */
export interface Census {
  /** To be called before a connection is opened. */
  opening(): Promise<void>;
  closed(): void;
  /**
   * What a hello says. Resolves to the milliseconds after which another hello is wanted.
   *
   * @param connections all that Slack has for the token, this one included; null where it does not say
   */
  counted(connections: number | null): Promise<number>;
  /** Says no more that this process has connections. */
  close(): Promise<void>;
}

export interface CensusDeps {
  readonly appToken: string;
  /** Unique per process. */
  readonly owner: string;
  /** Key of the account (`accountKey`) that is in trouble when strangers are there. */
  readonly account: string;
  readonly memory: ChannelMemory;
  readonly clock: Clock;
  readonly log: Log;
}

/** Null for a damaged row: it counts as none. */
function readRow(value: string): z.output<typeof rowSchema> | null {
  try {
    return rowSchema.parse(JSON.parse(value));
  } catch {
    return null;
  }
}

export function createCensus(deps: CensusDeps): Census {
  const { appToken, owner, account, memory, clock, log } = deps;
  const app = `slack-app:${createHash('sha256').update(appToken).digest('hex').slice(0, 16)}`;
  // Several accounts of one process may share the token.
  const mine = `${PASSING_KEYS}sockets/${owner}/${account}`;
  const trouble = `${TROUBLE_KEYS}${SHARED_TOKEN}`;
  let connections = 0;
  let suspectedSince: number | null = null;
  let isKnown: boolean | null = null;
  let saying: Promise<void> = Promise.resolve();

  const say = () => {
    saying = saying
      .then(() =>
        memory.put({
          account: app,
          key: mine,
          value: JSON.stringify({ connections, at: clock.now() }),
          now: clock.now(),
        }),
      )
      .catch((thrown: unknown) => log.warn({ err: thrown }, 'connections to Slack could not be noted'));
    return saying;
  };
  const stopSaying = clock.every(SAY_EVERY_MS, () => void say());

  const ours = async (): Promise<number> => {
    const rows = await memory.list(app, `${PASSING_KEYS}sockets/`);
    return rows
      .flatMap(({ value }) => readRow(value) ?? [])
      .filter(({ at }) => at > clock.now() - COUNTED_MS)
      .reduce((sum, row) => sum + row.connections, 0);
  };

  const tell = async (strangers: number) => {
    const isShared = strangers > 0;
    if (isKnown === isShared) return;
    if (isShared) {
      log.error(
        { connections: strangers },
        'another program is connected to Slack with this app token: Slack gives each message to one of the two, so people are ' +
          'answered now by one, now by the other. Stop one of them, or make an app of its own for it.',
      );
    } else if (isKnown === true) log.info({}, 'nobody else is connected to Slack with this app token any more');
    isKnown = isShared;
    await memory.put({ account, key: trouble, value: isShared ? 'true' : '', now: clock.now() });
  };

  return {
    opening: () => {
      connections += 1;
      return say();
    },
    closed: () => {
      connections -= 1;
      void say();
    },
    counted: async (all) => {
      if (all === null) return LOOK_AGAIN_MS;
      try {
        const strangers = Math.max(0, all - (await ours()));
        if (strangers === 0) {
          suspectedSince = null;
          await tell(0);
          return LOOK_AGAIN_MS;
        }
        suspectedSince ??= clock.now();
        const waitMs = suspectedSince + CONFIRM_MS - clock.now();
        if (waitMs > 0) return waitMs;
        await tell(strangers);
        return LOOK_AGAIN_MS;
      } catch (thrown) {
        log.warn({ err: thrown }, 'who is connected to Slack could not be counted');
        return LOOK_AGAIN_MS;
      }
    },
    close: async () => {
      stopSaying();
      connections = 0;
      await say();
    },
  };
}
