import { chatKey } from '../../../src/core/ports/egress.js';
import type { DiscordCall } from '../../platforms/discord/calls.js';
import type { DiscordServer } from '../../platforms/discord/discordServer.js';
import type { DiscordFault, FaultTarget } from '../../platforms/discord/faults.js';
import type { SeededRandom } from '../../setup/seededRandom.js';
import { createAtMost } from './atMost.js';
import type { EarlyCall, WireCall } from './callOrder.js';

const EDITS = ['editMessage', 'deleteMessage', 'startTyping'] as const;

const EDIT_FAULTS: readonly DiscordFault[] = [
  { kind: 'drop-before' },
  { kind: 'drop-after' },
  { kind: 'drop-after', how: 'end' },
  { kind: 'status', status: 500 },
  { kind: 'status-after', status: 502 },
  { kind: 'rate-limit', ms: 1_000 },
  { kind: 'rate-limit', ms: 700, scope: 'shared' },
  { kind: 'hang' },
  { kind: 'hang-after' },
  { kind: 'slow-answer', ms: 400 },
  { kind: 'delay', ms: 400 },
];
/** Of messages and files; a lost one is simply sent again. */
const SEND_FAULTS = EDIT_FAULTS.filter(({ kind }) => !kind.startsWith('hang'));

/** Another program with the same token was quicker. */
const ANSWERED_BY_ANOTHER: DiscordFault = { kind: 'status', status: 400, code: 40060 };

const FIRST_ANSWER_FAULTS: readonly DiscordFault[] = [
  ...SEND_FAULTS.filter(({ kind }) => kind !== 'rate-limit'),
  ANSWERED_BY_ANOTHER,
];

const FETCH_FAULTS: readonly DiscordFault[] = [
  { kind: 'drop-before' },
  { kind: 'drop-after' },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429 },
  { kind: 'slow-answer', ms: 600 },
];

/** Lets faults of every kind strike at random. `isGone`: whether an attachment is there no more. */
export function injectDiscordChaos(
  discord: DiscordServer,
  random: SeededRandom,
  isGone: (attachment: string) => boolean,
): void {
  const always = Number.POSITIVE_INFINITY;
  const strike = (route: string | readonly string[], share: number, faults: readonly DiscordFault[]) => {
    for (const fault of faults) discord.inject({ route, chance: share / faults.length, fault });
  };
  const nameIn = ({ params }: FaultTarget) => /"filename":"([^"]+)"/.exec(JSON.stringify(params))?.[1] ?? '';
  discord.inject({
    route: 'createMessage',
    times: always,
    when: (target) => nameIn(target).startsWith('unwanted-'),
    fault: { kind: 'status', status: 413, code: 40005, message: 'Request entity too large' },
  });
  discord.inject({
    route: 'download',
    times: always,
    when: ({ params }) => isGone(String(params.file)),
    fault: { kind: 'status', status: 404, code: 0 },
  });
  strike(EDITS, 0.15, EDIT_FAULTS);
  strike('createMessage', 0.15, SEND_FAULTS);
  strike('createMessage', 0.005, [{ kind: 'rate-limit', ms: 1_500, scope: 'global' }]);
  strike('listMessages', 0.1, [
    { kind: 'status', status: 503 },
    { kind: 'drop-before' },
    { kind: 'rate-limit', ms: 700 },
  ]);
  strike('respond', 0.15, FIRST_ANSWER_FAULTS);
  strike(['getAnswer', 'editAnswer', 'deleteAnswer'], 0.15, SEND_FAULTS);
  // A file is fetched three times at most: what must come is struck twice, by its message and by itself.
  const fetches = createAtMost(1);
  for (const fault of FETCH_FAULTS) {
    const strikes = () => random.chance(0.4 / FETCH_FAULTS.length);
    discord.inject({
      route: ['getMessage', 'download'],
      times: always,
      when: ({ path }) => fetches(path, strikes),
      fault,
    });
  }
}

const STORM_MS = 1_500;

/** For a moment nearly every call is one too many. */
export function stormOnDiscord(discord: DiscordServer): void {
  const fault = { kind: 'rate-limit', ms: 1_000 } as const;
  const raging = discord.inject({ route: ['createMessage', ...EDITS], chance: 0.7, fault });
  setTimeout(() => raging.remove(), STORM_MS);
}

/** Reads of a channel's messages, which take no permits. */
const READS: ReadonlySet<string> = new Set(['listMessages', 'getMessage']);

/** Calls into buckets that are closed and known to be, and what closed them. */
export function callsIntoClosedBuckets(discord: DiscordServer): readonly EarlyCall[] {
  const asWireCall = ({ n, at, route, channel = '' }: DiscordCall): WireCall => {
    const what = `${route} #${n} in ${channel}`;
    const chat = chatKey({ platform: 'discord', account: discord.bot.id, chat: channel });
    if (!READS.has(route)) return { what, at, chat };
    const isSuch = (other: DiscordCall) => READS.has(other.route) && other.channel === channel && other.n <= n;
    return { what, at, chat, passed: { gate: `${chat}/reads`, calls: discord.calls.filter(isSuch).length } };
  };
  return discord.callsInClosedGate().map((call) => {
    const closer = discord.calls.find(({ n }) => n === call.closedBy);
    return { call: asWireCall(call), forbiddenBy: asWireCall(closer ?? call) };
  });
}
