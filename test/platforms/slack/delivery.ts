import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../src/core/clock.js';
import type { Attempt, Envelope, Transport } from './envelope.js';

/** What may happen to envelopes at random; chances from 0 to 1. */
export interface Disturbance {
  /** Sent twice, with one event id. Events only. */
  duplicate?: number;
  /** Held back until the next envelope is out (or a moment passed). Events only. */
  reorder?: number;
  /** The acknowledgement does not arrive, so it comes again. Events only. */
  loseAck?: number;
}

export interface DeliverySettings {
  clock: Clock;
  random: () => number;
  /** How long the app has to acknowledge, milliseconds. */
  ackMs: number;
  /** Waits before events come again. */
  retryMs: readonly number[];
  changed: () => void;
}

/** Brings envelopes to one app. */
export interface Delivery {
  readonly envelopes: readonly Envelope[];
  /** Where they go; without one they fail. */
  use(transport: Transport | undefined): void;
  /** Sends an envelope; `onAck` runs once, with what the app answered. */
  send(fields: Pick<Envelope, 'app' | 'kind' | 'type' | 'payload'>, onAck?: (answer: unknown) => void): Envelope;
  /** Sends an event once more as it is, as Slack does when an acknowledgement got lost on its side. */
  repeat(envelope: Envelope): void;
  /** Sends all events again that wait for their next attempt. */
  redeliver(): void;
  /** Keeps envelopes back until `resume`. */
  pause(): void;
  /** Lets them go, by default in order. */
  resume(order?: 'reversed' | 'shuffled'): void;
  disturb(disturbance: Disturbance): void;
  forget(): void;
  close(): void;
}

const REORDER_MS = 40;

export function createDelivery(settings: DeliverySettings): Delivery {
  const { clock, random, ackMs, retryMs } = settings;
  const envelopes: Envelope[] = [];
  const inFlight = new Set<AbortController>();
  let closed = false;
  const waits = new Map<Envelope, () => void>();
  const onAcks = new Map<Envelope, (answer: unknown) => void>();
  let transport: Transport | undefined;
  let disturbance: Disturbance = {};
  let paused: Envelope[] | undefined;
  let heldBack: { envelope: Envelope; stop: () => void } | undefined;

  const happens = (chance: number | undefined) => chance !== undefined && chance > 0 && random() < chance;

  const finish = (envelope: Envelope, answer: unknown) => {
    if (envelope.state === 'acked') return;
    envelope.state = 'acked';
    envelope.ackedAt = clock.now();
    envelope.answer = answer;
    waits.get(envelope)?.();
    waits.delete(envelope);
    onAcks.get(envelope)?.(answer);
    onAcks.delete(envelope);
  };

  const fail = (envelope: Envelope, attempt: Attempt, failure: string, noRetry: boolean) => {
    attempt.failure = failure;
    if (attempt.copy || envelope.state !== 'waiting' || closed) return;
    const tries = envelope.attempts.filter((entry) => !entry.copy).length;
    const wait = noRetry || envelope.kind !== 'events_api' ? undefined : retryMs[tries - 1];
    if (wait === undefined) envelope.state = 'failed';
    else if (!waits.has(envelope)) {
      const stop = clock.after(wait, () => {
        waits.delete(envelope);
        attemptOnce(envelope);
      });
      waits.set(envelope, stop);
    }
  };

  const attemptOnce = (envelope: Envelope, copy = false) => {
    const attempt: Attempt = { at: clock.now(), over: transport?.over ?? 'nothing', envelopeId: randomUUID(), copy };
    const failures = envelope.attempts.filter((entry) => !entry.copy).map((entry) => entry.failure ?? 'timeout');
    const retry =
      copy || failures.length === 0 ? undefined : { number: failures.length, reason: failures.at(-1) ?? '' };
    envelope.attempts.push(attempt);
    if (transport === undefined) {
      fail(envelope, attempt, 'no_socket', false);
      settings.changed();
      return;
    }
    const gone = new AbortController();
    const stop = clock.after(ackMs, () => gone.abort());
    inFlight.add(gone);
    void transport
      .send(envelope, attempt, retry, gone.signal)
      .then((result) => {
        if (!result.ok) fail(envelope, attempt, result.failure, result.noRetry ?? false);
        else if (envelope.kind === 'events_api' && envelope.state === 'waiting' && happens(disturbance.loseAck)) {
          fail(envelope, attempt, 'ack_lost', false);
        } else finish(envelope, result.answer);
      })
      .finally(() => {
        stop();
        inFlight.delete(gone);
        settings.changed();
      });
    settings.changed();
  };

  const release = () => {
    const held = heldBack;
    heldBack = undefined;
    held?.stop();
    if (held !== undefined) attemptOnce(held.envelope);
  };

  const start = (envelope: Envelope) => {
    if (envelope.kind !== 'events_api') {
      attemptOnce(envelope);
      return;
    }
    if (heldBack === undefined && happens(disturbance.reorder)) {
      heldBack = { envelope, stop: clock.after(REORDER_MS, release) };
      return;
    }
    attemptOnce(envelope);
    if (happens(disturbance.duplicate)) attemptOnce(envelope, true);
    release();
  };

  const shuffled = (list: readonly Envelope[]) =>
    list
      .map((envelope) => ({ envelope, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ envelope }) => envelope);

  return {
    envelopes,
    use: (next) => {
      transport = next;
    },
    send: (fields, onAck) => {
      const envelope: Envelope = { ...fields, attempts: [], state: 'waiting' };
      envelopes.push(envelope);
      if (onAck !== undefined) onAcks.set(envelope, onAck);
      if (paused === undefined) start(envelope);
      else paused.push(envelope);
      settings.changed();
      return envelope;
    },
    repeat: (envelope) => attemptOnce(envelope, true),
    redeliver: () => {
      for (const [envelope, stop] of [...waits]) {
        stop();
        waits.delete(envelope);
        attemptOnce(envelope);
      }
    },
    pause: () => {
      paused ??= [];
    },
    resume: (order) => {
      const list = paused ?? [];
      paused = undefined;
      const ordered = order === 'reversed' ? list.toReversed() : order === 'shuffled' ? shuffled(list) : list;
      for (const envelope of ordered) start(envelope);
    },
    disturb: (next) => {
      disturbance = next;
    },
    forget: () => {
      envelopes.length = 0;
    },
    close: () => {
      closed = true;
      for (const gone of inFlight) gone.abort();
      heldBack?.stop();
      heldBack = undefined;
      for (const stop of waits.values()) stop();
      waits.clear();
    },
  };
}
