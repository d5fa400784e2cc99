import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import { toWaggleError, WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import { textOf } from '../../../core/message.js';
import { createOrder } from '../../../core/order.js';
import type { ChannelEvents } from '../../../core/ports/channelEvents.js';
import { accountKey } from '../../../core/ports/egress.js';
import type { Accept } from '../../../core/ports/ingress.js';
import { pickLanguage, wordingIn } from '../../../reply/catalogue/catalogue.js';
import { escapeMrkdwn } from '../render/mrkdwn.js';
import { type AskedMessage, askView } from '../updates/askView.js';
import { type ReadContext, senderOf } from '../updates/readContext.js';
import { addressOf, type Reading } from '../updates/reading.js';
import { orderOf, readPayload } from '../updates/readPayload.js';
import type { SlackApi } from '../wire/api.js';
import { createAssistantThreads } from './assistant.js';
import type { Errands } from './errands.js';

/** A view must be opened within 3 s of the press. Milliseconds. */
const VIEW_TIMEOUT_MS = 2_000;

/** What a presser is told: at most so long (`ChannelEvents.stopPressed`). */
const MAX_LINE = 200;

/** From a payload to whoever is concerned. Socket Mode and signed HTTP both end here. */
export interface Intake {
  /** Id of its workspace. */
  readonly team: string;
  /** Resolves once Slack may be told that the payload arrived. Rejects when it could not be stored: it must come again. */
  take(body: unknown): Promise<void>;
}

export interface IntakeDeps {
  readonly api: Pick<SlackApi, 'call' | 'respond'>;
  readonly context: ReadContext;
  readonly accept: Accept;
  readonly events: ChannelEvents;
  readonly errands: Errands;
  /** Told when Slack says that the app may no longer be here. */
  readonly onRevoked: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

export function createIntake(deps: IntakeDeps): Intake {
  const { api, context, accept, events, errands, clock, log } = deps;
  const account = accountKey({ platform: 'slack', account: context.bot.team });
  const order = createOrder(clock);
  const assistant = createAssistantThreads(api, context.people, errands);

  const openView = async (trigger: string, about: AskedMessage, locale: string | null) => {
    try {
      const args = { trigger_id: trigger, view: askView(about, wordingIn(pickLanguage([locale]))) };
      await api.call('views.open', args, z.unknown(), { timeoutMs: VIEW_TIMEOUT_MS });
    } catch (thrown) {
      log.warn({ err: thrown }, 'the view with the question field could not be opened');
    }
  };

  const tell = (responseUrl: string | null, line: string | null) => {
    if (responseUrl === null || line === null) return;
    const body = { response_type: 'ephemeral', replace_original: false, text: escapeMrkdwn(line.slice(0, MAX_LINE)) };
    errands.run('telling a presser', () => api.respond(responseUrl, body));
  };

  const mayWrite = async (channel: string, user: string, what: string) => {
    const isDirect = channel.startsWith('D');
    const address = addressOf(context.bot, { channel, thread: null, anchor: null, isDirect });
    return events.mayWrite({ address, sender: senderOf(user, await context.people.find(user)), what });
  };

  const handle = async (reading: Reading): Promise<void> => {
    switch (reading.kind) {
      case 'message': {
        const { message } = reading;
        const acceptance = await accept(message);
        if ('line' in acceptance) tell(reading.responseUrl ?? null, acceptance.line ?? null);
        const { chat, thread } = message.address;
        if (thread !== undefined) assistant.said(chat, thread, textOf(message));
        return;
      }
      case 'withdrawn':
        return events.withdrawn(reading.withdrawal);
      case 'stopPress':
        tell(reading.responseUrl, await events.stopPressed(reading.press));
        return;
      case 'assistantThread':
        if (reading.user !== null && (await mayWrite(reading.channel, reading.user, 'greeting'))) {
          assistant.opened(reading.channel, reading.thread, reading.user);
        }
        return;
      case 'askAbout':
        if (!(await mayWrite(reading.about.channel, reading.user, 'window'))) return;
        return openView(reading.trigger, reading.about, (await context.people.find(reading.user))?.locale ?? null);
      case 'membership':
        log.info({ chat: reading.change.address.chat, status: reading.change.status }, 'Slack membership changed');
        return events.membershipChanged(reading.change);
      case 'limited':
        log.warn({}, 'Slack has too many events for this app and leaves some out; what people write now may be lost');
        return;
      case 'revoked':
        deps.onRevoked();
        return;
      case 'ignored':
        log.debug({ why: reading.why }, 'a Slack event is passed over');
        return;
    }
  };

  return {
    team: context.bot.team,
    take: (body) => {
      // Names are looked up beside each other; only the storing keeps the order.
      const reading = readPayload(body, context);
      reading.catch(() => {});
      const { key, at } = orderOf(body);
      return order.run(key, at, async () => {
        let read: Reading;
        try {
          read = await reading;
        } catch (thrown) {
          const error = thrown instanceof WaggleError ? thrown : toWaggleError(thrown, 'slack-event');
          log.error({ err: error }, 'a Slack event is given up as dead');
          return events.dead(body, error, account);
        }
        return handle(read);
      });
    },
  };
}
