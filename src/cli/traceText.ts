import type { TurnRecord } from '../core/ports/laneStore.js';
import type { TraceEvent, TurnTrace } from '../core/ports/traces.js';
import type { UsageEntry } from '../core/ports/usage.js';
import { printable } from './printable.js';

/** Everything that is known of a turn. */
export interface KnownTurn {
  readonly turn: string;
  readonly record: TurnRecord | null;
  readonly traces: readonly TurnTrace[];
  readonly usage: readonly (UsageEntry & { readonly at: number })[];
  /** IANA name, for the times. */
  readonly timeZone: string;
}

/** What a turn did, for a person at a terminal. */
export function describeTurn(known: KnownTurn): string {
  const { turn, record, traces, usage } = known;
  const parts = [
    `Turn ${turn}`,
    ...(record === null ? [] : describeRecord(record, known.timeZone)),
    ...traces.flatMap((trace) => ['', ...describeTrace(trace, known.timeZone)]),
    ...(traces.length === 0 ? ['', 'No trace: the turn was a command, is still running, or its process died.'] : []),
    ...(usage.length === 0 ? [] : ['', ...describeUsage(usage)]),
  ];
  return parts.map(printable).join('\n');
}

function describeRecord(record: TurnRecord, timeZone: string): readonly string[] {
  const { acceptedAt, startedAt, endedAt } = record;
  const waited = startedAt === null ? 'not started yet' : `waited ${duration(startedAt - acceptedAt)}`;
  const took = endedAt === null ? [] : [`took ${duration(endedAt - acceptedAt)} in all`];
  return [
    `  ${record.state}, attempt ${record.attempt}`,
    `  accepted ${clockTime(acceptedAt, timeZone)}, ${[waited, ...took].join(', ')}`,
    `  lane ${record.lane.id} (${record.lane.kind}), from ${record.sender}`,
  ];
}

function describeTrace(trace: TurnTrace, timeZone: string): readonly string[] {
  const { attempt, startedAt, endedAt, events, dropped } = trace;
  const width = String(endedAt - startedAt).length;
  return [
    `Attempt ${attempt}, from ${clockTime(startedAt, timeZone)}, ${duration(endedAt - startedAt)}`,
    ...events.map((event) => `  +${String(Math.round(event.ms)).padStart(width)} ms  ${describeEvent(event)}`),
    ...(dropped === 0 ? [] : [`  (${dropped} more events were not kept)`]),
  ];
}

function describeEvent({ stage, fields }: TraceEvent): string {
  const told = Object.entries(fields).map(([name, value]) => `${name}=${fieldText(value)}`);
  return [stage, ...told].join(' ');
}

function fieldText(value: TraceEvent['fields'][string]): string {
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  return typeof value === 'string' && /[\s=]/.test(value) ? JSON.stringify(value) : String(value);
}

function describeUsage(usage: KnownTurn['usage']): readonly string[] {
  const total = usage.reduce((sum, { usd }) => sum + usd, 0);
  return [
    'Model calls',
    ...usage.map(
      ({ model, inputTokens, outputTokens, usd, pricedBy }) =>
        `  ${model}: ${inputTokens} tokens in, ${outputTokens} out, $${usd.toFixed(4)} (${pricedBy})`,
    ),
    `  together $${total.toFixed(4)}`,
  ];
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function clockTime(at: number, timeZone: string): string {
  return `${new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })} (${timeZone})`;
}
