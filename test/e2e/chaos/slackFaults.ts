import { accountKey, chatKey } from '../../../src/core/ports/egress.js';
import type { SlackCall } from '../../platforms/slack/calls.js';
import type { FaultTarget, SlackFault } from '../../platforms/slack/faults.js';
import type { SlackServer } from '../../platforms/slack/slackServer.js';
import type { SeededRandom } from '../../setup/seededRandom.js';
import { createAtMost } from './atMost.js';
import type { EarlyCall, WireCall } from './callOrder.js';

/** Faults that say whether a call took effect, or after which Slack shows that it did: they cost seconds at most. */
const LIGHT_FAULTS: readonly SlackFault[] = [
  { kind: 'drop-after' },
  { kind: 'drop-after', how: 'end' },
  { kind: 'cut-answer' },
  { kind: 'error-after', error: 'fatal_error' },
  { kind: 'error', error: 'internal_error' },
  { kind: 'flood', seconds: 1 },
  { kind: 'flood', seconds: 2 },
  { kind: 'page', status: 503 },
  { kind: 'delay', ms: 300 },
  { kind: 'slow-answer', ms: 300 },
];

/** Without effect, and without saying so: what is not there may still come, so its chat waits half a minute. */
const DOUBTFUL_FAULTS: readonly SlackFault[] = [
  { kind: 'drop-before' },
  { kind: 'drop-before', how: 'end' },
  { kind: 'page', status: 502 },
];

const EDIT_FAULTS: readonly SlackFault[] = [
  ...LIGHT_FAULTS,
  ...DOUBTFUL_FAULTS,
  { kind: 'hang' },
  { kind: 'hang-after' },
];

/** Of an address that shows what it is given, and cannot be read back. */
const RESPONSE_FAULTS: readonly SlackFault[] = [
  { kind: 'page', status: 503 },
  { kind: 'flood', seconds: 1 },
  { kind: 'delay', ms: 300 },
  { kind: 'slow-answer', ms: 300 },
];

const FETCH_FAULTS: readonly SlackFault[] = [
  ...DOUBTFUL_FAULTS,
  { kind: 'flood', seconds: 1 },
  { kind: 'error', error: 'internal_error' },
  { kind: 'slow-answer', ms: 600 },
];

/** Some time for each conversation to have come out of its doubts before the run ends. */
const DOUBTS_FOR_MS = 25_000;

/** Lets faults of every kind strike at random. */
export function injectSlackChaos(
  slack: SlackServer,
  random: SeededRandom,
  files: { isGone(id: string): boolean },
): void {
  const strike = (method: string | readonly string[], share: number, faults: readonly SlackFault[]) => {
    for (const fault of faults) slack.inject({ method, probability: share / faults.length, fault });
  };
  const always = Number.POSITIVE_INFINITY;
  slack.inject({
    method: 'files.info',
    times: always,
    when: ({ params }) => files.isGone(String(params.file)),
    fault: { kind: 'error', error: 'file_deleted' },
  });
  slack.inject({
    method: 'files.getUploadURLExternal',
    times: always,
    when: ({ params }) => String(params.filename).startsWith('unwanted-'),
    fault: { kind: 'error', error: 'file_upload_size_restricted' },
  });

  // Each costs its conversation half a minute: no conversation has two.
  const doubts = createAtMost(1);
  const since = Date.now();
  const placeIn = ({ channel = '', params }: FaultTarget) =>
    Date.now() - since > DOUBTS_FOR_MS ? undefined : `${channel} ${String(params.thread_ts ?? '')}`;
  for (const fault of DOUBTFUL_FAULTS) {
    for (const method of ['chat.postMessage', 'files.completeUploadExternal']) {
      const share = method === 'chat.postMessage' ? 0.15 : 0.3;
      const strikes = () => random.chance(share / DOUBTFUL_FAULTS.length);
      slack.inject({ method, times: always, when: (target) => doubts(placeIn(target), strikes), fault });
    }
  }
  strike(['chat.postMessage', 'files.completeUploadExternal'], 0.15, LIGHT_FAULTS);
  strike(['chat.update', 'chat.delete'], 0.15, EDIT_FAULTS);
  strike(['assistant.threads.setStatus', 'reactions.add', 'reactions.remove'], 0.1, [
    ...LIGHT_FAULTS,
    ...DOUBTFUL_FAULTS,
  ]);
  strike('response_url', 0.2, RESPONSE_FAULTS);
  strike('views.open', 0.1, [{ kind: 'drop-before' }, { kind: 'page', status: 503 }, { kind: 'slow-answer', ms: 300 }]);
  strike(['conversations.history', 'conversations.replies', 'users.info', 'conversations.info'], 0.05, [
    { kind: 'drop-before' },
    { kind: 'flood', seconds: 1 },
  ]);
  // A file is fetched three times at most, and brought five times: what must come is struck less often.
  const fetches = createAtMost(1);
  const brings = createAtMost(2);
  for (const fault of FETCH_FAULTS) {
    const strikes = () => random.chance(0.4 / FETCH_FAULTS.length);
    for (const method of ['files.info', 'download', 'upload']) {
      const keyOf = ({ params }: FaultTarget) => `${method} ${String(params.file)}`;
      slack.inject({ method, times: always, when: (target) => fetches(keyOf(target), strikes), fault });
    }
    const when = ({ params }: FaultTarget) => brings(String(params.filename), strikes);
    slack.inject({ method: 'files.getUploadURLExternal', times: always, when, fault });
  }
  slack.app.disturbEvents({ duplicate: 0.1, reorder: 0.1, loseAck: 0.1 });
}

const STORM_MS = 1_500;

/** For a moment nearly every call is one too many. */
export function stormOnSlack(slack: SlackServer): void {
  const method = ['chat.postMessage', 'chat.update', 'chat.delete', 'assistant.threads.setStatus'];
  const raging = slack.inject({ method, probability: 0.7, fault: { kind: 'flood', seconds: 1 } });
  setTimeout(() => raging.remove(), STORM_MS);
}

/** Ways of posting, which are limited by channel. */
const PER_CHANNEL: ReadonlySet<string> = new Set(['chat.postMessage', 'files.completeUploadExternal', 'response_url']);

/** Calls that turns make, by permits of the ledger. Answers by response_url go to chats as well. */
const PERMITTED: ReadonlySet<string> = new Set([
  ...PER_CHANNEL,
  'chat.update',
  'chat.delete',
  'assistant.threads.setStatus',
  'reactions.add',
  'reactions.remove',
  'files.getUploadURLExternal',
  'upload',
  'conversations.history',
]);

/** Calls that were made while a 429 was in force that covers them, and which. */
export function callsIntoClosedGates(slack: SlackServer): readonly EarlyCall[] {
  const account = accountKey({ platform: 'slack', account: slack.team.id });
  const asWireCall = ({ n, at, method, channel = '' }: SlackCall): WireCall => {
    const what = `${method} #${n} in ${channel}`;
    const chat = chatKey({ platform: 'slack', account: slack.team.id, chat: channel });
    if (PERMITTED.has(method)) return { what, at, chat };
    const calls = slack.calls.filter((other) => other.method === method && other.n <= n).length;
    return { what, at, chat, passed: { gate: `${account}/${method}`, calls } };
  };
  return slack.intoClosed().map((call) => {
    const { n, method, channel } = call;
    const forbiddenBy = slack.calls.findLast(
      (other) =>
        other.n < n &&
        other.intoClosed === undefined &&
        other.method === method &&
        (!PER_CHANNEL.has(method) || other.channel === channel) &&
        other.outcome?.ok === false &&
        other.outcome.status === 429,
    );
    return { call: asWireCall(call), forbiddenBy: asWireCall(forbiddenBy ?? call) };
  });
}
