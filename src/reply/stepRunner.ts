import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import { accountKey, chatKey, type Rendered, type Sent } from '../core/ports/egress.js';
import type { CallKind, CallRank, Ledger } from '../core/ports/ledger.js';
import { createFileUpload } from './fileUpload.js';
import type { Attempt, Governor, OutboundCall } from './governor.js';
import type { Step } from './plan.js';
import type { ReplyTarget } from './replyTarget.js';
import { backOff, faceOf, heldBy, NO_BUTTONS, nonceOfSlot, type Slot } from './slot.js';
import type { StepResult } from './stepResult.js';

/** Steps that touch the platform. */
export type CallStep = Exclude<Step, { do: 'rest' } | { do: 'done' }>;

/** Makes the calls of a reply and keeps its slots in step with what the platform answered. */
export interface StepRunner {
  run(step: CallStep, signal?: AbortSignal): Promise<StepResult>;
  /** Whether sends were repeated whose doubles have not been looked for yet. */
  hasOrphans(): boolean;
  /**
   * Removes the doubles of sends that were repeated, where they can be identified. To be called as soon as nothing else is to
   * do: an attempt that dies before takes the knowledge with it.
   */
  removeOrphans(isAborted: () => boolean): Promise<void>;
}

/** Messages looked at on each side of a lost send to find out where it may be. */
const NEIGHBOURS = 60;
/** A message that the reader deleted is sent anew once. */
const MAX_RESENDS = 1;
/** Pause before a status is taken back once more where the platform names none, milliseconds. */
const CLEAR_AGAIN_MS = 1_000;

type StatusStep = Extract<CallStep, { do: 'status' }>;

/** Whether a step takes back what shows that somebody is at work. */
const isClearing = (step: StatusStep) => step.text === '';

/** Steps that are one call about a message of text, or typing. */
type PlainStep = Exclude<CallStep, { do: 'find' } | { do: 'upload' }>;

export function createStepRunner(deps: {
  governor: Governor;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  target: ReplyTarget;
}): StepRunner {
  const { governor, ledger, clock, log, target } = deps;
  const { egress, address, speaker } = target;
  const orphans: { readonly id: string; readonly chunk: string; readonly rendered: Rendered }[] = [];

  const upload = createFileUpload(deps);

  const call = (kind: CallKind, rank: CallRank, chunk: string, payload: OutboundCall['payload']): OutboundCall => ({
    speaker,
    address,
    chunk,
    kind,
    rank,
    payload,
  });

  const nonceOf = (slot: Slot) => nonceOfSlot(speaker.turn, slot);

  const attempt = (step: PlainStep, signal: AbortSignal | undefined): Promise<Attempt> => {
    const isNotice = 'slot' in step && step.slot.chunk.startsWith('notice:');
    const buttonsOf = ({ stop, choices } = NO_BUTTONS) => ({
      stopButton: stop || isNotice ? speaker.turn : null,
      choices,
    });
    switch (step.do) {
      case 'send':
      case 'resend': {
        const rendered = step.do === 'send' ? step.rendered : heldBy(step.slot);
        const replyTo = step.slot.chunk === '0' ? (address.anchor ?? null) : null;
        const face = target.face?.() ?? null;
        const options = {
          silent: step.silent,
          replyTo: address.kind === 'group' ? replyTo : null,
          nonce: nonceOf(step.slot),
          ...buttonsOf(step.do === 'send' ? step.buttons : step.slot.lostButtons),
          ...(face === null ? {} : { face }),
        };
        return governor.attempt(call('send', step.rank, step.slot.chunk, rendered.payload), egress, (timeout) =>
          egress.send(address, rendered, options, timeout),
        );
      }
      case 'edit': {
        const id = step.slot.messageId ?? '';
        return governor.attempt(call('edit', step.rank, step.slot.chunk, step.rendered.payload), egress, (timeout) =>
          egress.edit(address, id, step.rendered, buttonsOf(step.buttons), timeout),
        );
      }
      case 'remove': {
        const id = step.slot.messageId ?? '';
        return governor.attempt(call('remove', step.rank, step.slot.chunk, null), egress, (timeout) =>
          egress.remove(address, id, timeout),
        );
      }
      case 'status': {
        // Taken back before others are shown, so that what is shown can always go again.
        const rank = isClearing(step) ? 'notice' : 'typing';
        return governor.attempt(call('status', rank, 'status', null), egress, (timeout) =>
          egress.status(address, signal === undefined ? timeout : AbortSignal.any([timeout, signal]), step.text),
        );
      }
    }
  };

  const applySuccess = (step: PlainStep, id: string) => {
    if (step.do === 'status') return;
    const { slot } = step;
    slot.failures = 0;
    slot.retryAt = 0;
    if (step.do === 'remove') {
      slot.state = 'empty';
      slot.replaces = slot.messageId;
      slot.messageId = null;
      slot.shown = null;
      return;
    }
    const payload = step.do === 'resend' ? slot.lostPayload : step.rendered.payload;
    const buttons = step.do === 'resend' ? slot.lostButtons : step.buttons;
    if (step.do === 'resend' && egress.removeOrphan !== undefined) {
      orphans.push({ id, chunk: slot.chunk, rendered: heldBy(slot) });
    }
    if (step.do === 'resend' && egress.oneWay?.(address)) {
      log.warn(
        { turn: speaker.turn, chunk: slot.chunk, removed: false },
        'a message may stand twice after a lost answer',
      );
    }
    slot.state = 'sent';
    slot.shown = faceOf(payload, buttons);
    slot.payload = payload;
    slot.mayStop = buttons.stop;
    if (step.do !== 'edit') slot.messageId = id;
  };

  const applyFailure = (
    step: Exclude<PlainStep, { do: 'status' }>,
    sent: Exclude<Sent, { ok: true }>,
    callUntil: number,
  ): StepResult => {
    const { slot } = step;
    const fields = {
      turn: speaker.turn,
      chunk: slot.chunk,
      call: step.do,
      outcome: sent.kind,
      err: 'cause' in sent ? sent.cause : undefined,
    };
    switch (sent.kind) {
      case 'wait':
        return { kind: 'wait', ms: sent.ms };
      case 'unreachable':
        if (step.do === 'remove') {
          slot.state = 'abandoned';
          return { kind: 'done' };
        }
        return { kind: 'unreachable', cause: sent.cause };
      case 'gone':
        slot.replaces = slot.messageId ?? slot.replaces;
        slot.messageId = null;
        slot.shown = null;
        slot.state = step.do === 'remove' || slot.resends < MAX_RESENDS ? 'empty' : 'abandoned';
        slot.resends += 1;
        return { kind: 'done' };
      case 'unknown':
        log.warn(fields, 'the answer to a send was lost');
        if (step.do === 'send') {
          slot.lostPayload = step.rendered.payload;
          slot.lostButtons = step.buttons;
          slot.lostAt = clock.now();
        }
        slot.state = 'unknown';
        slot.callUntil = Math.min(callUntil, clock.now() + (sent.settledInMs ?? Number.POSITIVE_INFINITY));
        slot.retryAt = clock.now() + backOff(slot);
        return { kind: 'wait', ms: 0 };
      case 'refused':
        log.error(fields, 'the platform refused a message');
        if (slot.plain || step.do === 'remove') slot.state = 'abandoned';
        slot.plain = true;
        return { kind: 'wait', ms: 0 };
      case 'retry': {
        log.warn(fields, 'a call failed and will be tried again');
        // It may have been done all the same: by then the text may be again what stood there before it.
        slot.shown = null;
        slot.retryAt = clock.now() + Math.max(sent.ms, backOff(slot));
        return { kind: 'wait', ms: 0 };
      }
    }
  };

  /** Reads the chat back for a lost send. Only after its call can no longer arrive is it surely not there. */
  const find = async ({ slot, rank }: Extract<CallStep, { do: 'find' }>): Promise<StepResult> => {
    const { lostAt: since, staged } = slot;
    const lost = { nonce: nonceOf(slot), since, ...(staged === null ? {} : { staged }) };
    // To the ledger it is that send: found, its row gets the id; otherwise the row stays as it was.
    const limits = egress.limitsToFind?.(address);
    const asked = {
      ...call('send', rank, slot.chunk, slot.lostPayload),
      ...(limits === undefined ? {} : { limits }),
    };
    let isAbsent = false;
    const result = await governor.attempt(asked, egress, async (timeout) => {
      const found = (await egress.findSent?.(address, lost, timeout)) ?? null;
      isAbsent = found === null;
      return found ?? { ok: false, kind: 'retry', ms: 0, cause: 'the message is not in the chat' };
    });
    if (result.kind !== 'done') return result;
    const { sent } = result;
    if (sent.ok) {
      slot.state = 'sent';
      slot.messageId = sent.id;
      // What an earlier attempt sent may have had any buttons.
      slot.shown = since === 0 ? null : faceOf(slot.lostPayload, slot.lostButtons);
      slot.payload = slot.lostPayload;
      slot.failures = 0;
      slot.retryAt = 0;
    } else if (isAbsent && clock.now() >= slot.callUntil) {
      slot.state = 'empty';
      slot.retryAt = 0;
      slot.staged = null;
    } else if (isAbsent) {
      slot.retryAt = slot.callUntil;
    } else if (sent.kind === 'unreachable') {
      return { kind: 'unreachable', cause: sent.cause };
    } else if (sent.kind === 'wait') {
      return { kind: 'wait', ms: sent.ms };
    } else {
      slot.retryAt = clock.now() + backOff(slot);
    }
    return { kind: 'done' };
  };

  /** What could not be shown is shown at its next time; what stands there is taken back soon, unless it never can be. */
  const afterStatus = (step: StatusStep, sent: Exclude<Sent, { ok: true }>): StepResult => {
    if (!isClearing(step)) return { kind: 'wait', ms: egress.statusEveryMs };
    const isHopeless = sent.kind === 'unreachable' || sent.kind === 'refused' || sent.kind === 'gone';
    if (isHopeless) return { kind: 'done' };
    return { kind: 'wait', ms: 'ms' in sent ? sent.ms : CLEAR_AGAIN_MS };
  };

  return {
    run: async (step, signal) => {
      if (step.do === 'find') return find(step);
      if (step.do === 'upload') return upload(step, nonceOf(step.slot), signal);
      const result = await attempt(step, signal);
      if (result.kind === 'lost') return result;
      if (result.kind === 'wait') return { ...result, isUnasked: true };
      if (result.sent.ok) {
        applySuccess(step, result.sent.id);
        return { kind: 'done' };
      }
      if (step.do === 'status') return afterStatus(step, result.sent);
      return applyFailure(step, result.sent, result.callUntil);
    },

    hasOrphans: () => orphans.length > 0,

    removeOrphans: async (isAborted) => {
      const { removeOrphan } = egress;
      if (removeOrphan === undefined) return;
      for (const orphan of orphans.splice(0)) {
        const probe = async (kind: CallKind, run: (signal: AbortSignal) => Promise<Sent>): Promise<Sent> => {
          for (;;) {
            if (isAborted()) return { ok: false, kind: 'refused', cause: 'the turn was given up' };
            const result = await governor.attempt(call(kind, 'edit', `probe:${orphan.id}`, null), egress, run);
            if (result.kind === 'lost') return { ok: false, kind: 'refused', cause: 'the lane has a newer owner' };
            if (result.kind === 'wait') await clock.sleep(result.ms);
            else if (result.sent.ok || result.sent.kind !== 'wait') return result.sent;
          }
        };
        const knownIds = (ids: readonly string[]) => ledger.knownIds({ chat: chatKey(address), ids });
        const around = await ledger.sentAround({
          account: accountKey(address),
          turn: speaker.turn,
          chunk: orphan.chunk,
          limit: NEIGHBOURS,
        });
        const removed = await removeOrphan(address, { ...orphan, around }, knownIds, probe);
        log.warn({ turn: speaker.turn, removed }, 'a message was sent twice after a lost answer');
      }
    },
  };
}
