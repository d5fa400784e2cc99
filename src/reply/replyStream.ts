import { setImmediate as inputTakenIn } from 'node:timers/promises';
import type { Root } from 'mdast';
import type { Clock } from '../core/clock.js';
import { isEndOfAttempt, isEndOfTurn, type TurnEventBody } from '../core/events.js';
import type { Log } from '../core/log.js';
import type { Egress, Rendered } from '../core/ports/egress.js';
import { CALL_RANK, type Ledger } from '../core/ports/ledger.js';
import { createAnswer } from './answer.js';
import { awaitEarlierCalls } from './earlierCalls.js';
import type { Governor } from './governor.js';
import { parseMarkdown } from './markdown/parse.js';
import { createNoticeBoard } from './noticeBoard.js';
import { planStep, type QueuedFile, type ReplyView, type Step } from './plan.js';
import { closedQuestion, openQuestion } from './questionView.js';
import { chunkOfQuestion, sortParts } from './replyParts.js';
import type { ReplyTarget } from './replyTarget.js';
import { type Buttons, emptySlot, NO_BUTTONS, type Slot, slotFromDelivery, slotInPlaceOf } from './slot.js';
import type { StepResult } from './stepResult.js';
import { createStepRunner } from './stepRunner.js';
import { tellElsewhere } from './tellElsewhere.js';
import { tidyUp } from './tidyUp.js';

/** Typing is shown at once, except when the text itself is about to come. */
const STATUS_DELAY_MS = 150;

const MAX_STATUS_CLEARS = 5;

/** The end of a turn waits no longer than this for the next try, milliseconds. */
const LONGEST_CLEAR_WAIT_MS = 5_000;

/** A turn that was given up waits no longer than this for its status to go, milliseconds. */
const LAST_CLEAR_MS = 1_000;

/** What a reader has of a turn when its reply stream is over. */
export type DeliveryReport =
  /** Exactly the final text, the error, or what had been written when the turn was stopped. */
  | { readonly kind: 'delivered' }
  /** The chat cannot be written to (blocked, kicked, deleted). */
  | { readonly kind: 'unreachable'; readonly cause: unknown }
  /** A newer owner has the lane and goes on. */
  | { readonly kind: 'lost' }
  /** Given up by `abort`; another worker goes on. */
  | { readonly kind: 'aborted' };

/** Turns the events of one turn into messages of one chat. */
export interface ReplyStream {
  /** Takes the turn's next event; never waits. */
  push(event: TurnEventBody): void;
  /** Resolves once when there is nothing more to do; never rejects. */
  readonly done: Promise<DeliveryReport>;
  /**
   * Stops after the call in flight, leaving what is shown for another worker. `forGood`: nobody goes on with the turn, so notices
   * and stop buttons go, in a few seconds.
   */
  abort(forGood?: boolean): void;
}

export interface ReplyDeps {
  readonly governor: Governor;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  /** `WAGGLE_STILL_WORKING_MS`; 0 turns the notice off. */
  readonly stillWorkingMs: number;
}

const NEVER = new AbortController().signal;

/** Opens the reply of one attempt of a turn and starts to show it. */
export function openReplyStream(target: ReplyTarget, deps: ReplyDeps): ReplyStream {
  const { clock } = deps;
  const { egress, wording } = target;
  const startedAt = clock.now();
  const { stillWorkingMs } = deps;
  const oneWay = egress.oneWay?.(target.address) ?? null;
  const earlier = target.deliveries.map(slotFromDelivery);
  // No button that could be taken away stands there.
  if (oneWay !== null) for (const slot of earlier) slot.mayStop = false;
  const { questions = [], isWithdrawn = false } = target;
  const parts = sortParts(earlier, { questions, isWithdrawn });
  const isFirstPart = parts.part === 0;
  // Nobody is kept waiting while a question is open: the time of this part begins when it goes on.
  const acceptedAt = isFirstPart ? target.acceptedAt : startedAt;
  const board = createNoticeBoard({ acceptedAt, startedAt, stillWorkingMs, wording });
  const answer = createAnswer({
    egress: oneWay === null ? egress : { render: egress.render, limits: oneWay },
    clock,
    preface: parts.said === '' ? (target.preface ?? (() => '')) : () => '',
    said: parts.said,
  });
  const stale = [...parts.stale];
  const slots: (Slot | undefined)[] = [...parts.text];
  const inPlaceOf = isFirstPart ? target.inPlaceOf : undefined;
  const closed = (oneWay === null ? parts.closed : []).map(({ question, slot }) => ({
    slot,
    rendered: closedQuestion(question, wording, egress),
  }));
  let asking: NonNullable<ReplyView['asking']> | null = null;
  if (inPlaceOf !== undefined) slots[0] ??= slotInPlaceOf('0', inPlaceOf);
  let closing = earlier.find((slot) => slot.chunk === 'closing') ?? emptySlot('closing');
  let closingText: Rendered | null = null;
  let noticeCount = earlier.filter((slot) => slot.chunk.startsWith('notice:')).length;
  let notice = emptySlot(`notice:${noticeCount}`);
  let noticeText: string | null = null;
  let noticeRendered: Rendered | null = null;
  const files: QueuedFile[] = [];
  let isEnded = false;
  let isAborted = false;
  /** Aborted because a person stopped the turn. */
  let isForGood = false;
  const aborting = new AbortController();
  let choices: Buttons['choices'] = [];
  const noticesAreStatus = egress.notices === 'status';
  let statusAt: number | null = startedAt + STATUS_DELAY_MS;
  /** Text of the status that stands in the chat, where notices are shown so. */
  let statusShown = '';
  /** Whether a status may stand there: shown, or by a call whose answer was lost, or by an earlier attempt of the turn. */
  let isStatusLeft = noticesAreStatus && target.isTakenUp === true;
  let statusClears = 0;
  /** After a refused permit: no further try of the same urgency before its time, however much text arrives. */
  let blocked = { until: 0, rank: 0 };
  let wake: (() => void) | null = null;

  const runner = createStepRunner({ ...deps, target });

  const renderPlain = (text: string): Rendered => egress.render(parseMarkdown(text));
  const currentNotice = (now: number): Rendered | null => {
    const text = isEnded ? null : board.desired(now);
    if (text !== noticeText) {
      noticeText = text;
      noticeRendered = text === null ? null : renderPlain(text);
    }
    return noticeRendered;
  };

  /** The status says what is going on until text is visible, then only what a notice would say. */
  const currentStatus = (now: number): string | undefined => {
    if (!noticesAreStatus) return undefined;
    const text = board.desired(now);
    if (text !== null && text !== statusShown && (statusAt ?? 0) > now) statusAt = now;
    return text ?? (hasMessage() ? '' : board.phaseText());
  };

  const hasMessage = () => slots.some((slot) => slot?.state === 'sent');

  const view = () => {
    const now = clock.now();
    const mayStart = oneWay === null && !answer.isVoid() && (hasMessage() || answer.mayGoFirst(now));
    // Rendering is the dear part of a reply: not for every token of a text that cannot be shown yet.
    const source = mayStart || isEnded ? answer.chunks(isEnded) : [];
    const chunks = source.map((chunk, i) => (slots[i]?.plain ? plainOf(chunk, egress) : chunk));
    for (let i = 0; i < chunks.length; i += 1) slots[i] ??= emptySlot(parts.chunkOf(i));
    const rendered = noticesAreStatus ? null : currentNotice(now);
    const statusText = isEnded ? undefined : currentStatus(now);
    // Nothing to say and nothing said: the status is left alone.
    const hasStatus = statusText !== '' || isStatusLeft;
    return {
      now,
      chunks,
      slots: Array.from(slots, (slot, i) => slot ?? emptySlot(parts.chunkOf(i))),
      stopsInAnswer: noticesAreStatus,
      buttons: isEnded ? { stop: false, choices } : { ...NO_BUTTONS, stop: noticesAreStatus },
      lostSends: oneWay === null ? settlesLostSendsBy(egress) : 'wait',
      isOneWay: oneWay !== null,
      mayVanish: inPlaceOf !== undefined || target.isWithdrawn === true,
      mayStart,
      startsAt: oneWay === null ? answer.goesFirstAt(now) : null,
      ended: isEnded,
      closing: closingText === null ? null : { slot: closing, rendered: closingText },
      asking,
      closed,
      files: target.isWithdrawn === true ? [] : files,
      notice: { slot: notice, rendered, nextChangeAt: isEnded ? null : board.nextChangeAt(now) },
      stale,
      statusAt: isEnded || !hasStatus ? null : statusAt,
      ...(statusText === undefined ? {} : { statusText }),
      isStatusLeft,
    } as const;
  };

  const waitUntil = async (until: number | null) => {
    let stop = () => {};
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (until !== null) stop = clock.after(Math.max(0, until - clock.now()), resolve);
      if (isAborted) resolve();
    });
    wake = null;
    stop();
  };

  /** Typing makes way: the call is given up when, before its end, something can go out that is more urgent than an edit. */
  const runStatus = async (step: Extract<Step, { do: 'status' }>): Promise<StepResult> => {
    const givingUp = new AbortController();
    let isOver = false;
    const running = runner.run(step, givingUp.signal).finally(() => {
      isOver = true;
      wake?.();
    });
    // Heard below; until then a rejection must not count as unheard, which would end the process.
    running.catch(() => {});
    while (!isOver && !givingUp.signal.aborted) {
      await waitUntil(null);
      await inputTakenIn();
      const next = planStep(view());
      const isUrgent = 'rank' in next ? CALL_RANK[next.rank] < CALL_RANK.edit : next.do === 'done';
      if (isAborted || isUrgent) givingUp.abort();
    }
    return running;
  };

  const deliver = async (): Promise<DeliveryReport> => {
    await awaitEarlierCalls(target, earlier, deps, aborting.signal);
    for (;;) {
      if (isAborted) return { kind: 'aborted' };
      const step = planStep(view());
      if (step.do === 'done') return { kind: 'delivered' };
      if (step.do === 'rest') {
        if (runner.hasOrphans()) {
          await runner.removeOrphans(() => isAborted);
          continue;
        }
        await waitUntil(step.until);
        await inputTakenIn();
        continue;
      }
      if (step.do !== 'status' && clock.now() < blocked.until && CALL_RANK[step.rank] >= blocked.rank) {
        await waitUntil(blocked.until);
        continue;
      }
      // A status that was begun before the end only makes way for the last word.
      const isClearing = step.do === 'status' && isEnded;
      const wasStatusLeft = isStatusLeft;
      if (step.do === 'status' && noticesAreStatus) isStatusLeft = true;
      const result = step.do === 'status' ? await runStatus(step) : await runner.run(step, aborting.signal);
      if (result.kind === 'lost') return { kind: 'lost' };
      if (result.kind === 'unreachable') return { kind: 'unreachable', cause: result.cause };
      if (result.kind === 'wait') {
        if (step.do === 'status' && result.isUnasked) isStatusLeft = wasStatusLeft;
        if (isClearing) {
          // The lane is not held up for longer: a few tries to take it back are enough.
          statusClears += 1;
          if (statusClears === MAX_STATUS_CLEARS) isStatusLeft = false;
          else await waitUntil(clock.now() + Math.min(Math.max(result.ms, 1000), LONGEST_CLEAR_WAIT_MS));
        } else if (step.do === 'status') statusAt = clock.now() + Math.max(result.ms, 1000);
        else if (result.ms > 0) blocked = { until: clock.now() + result.ms, rank: CALL_RANK[step.rank] };
        continue;
      }
      if (result.problem !== undefined) answer.addLine(result.problem);
      const now = clock.now();
      if (step.do === 'status') {
        statusShown = step.text ?? '';
        isStatusLeft = statusShown !== '';
        statusAt = now + egress.statusEveryMs;
      } else if (step.do !== 'remove' && step.slot !== notice) {
        board.markVisible(now);
        statusAt = now + egress.statusEveryMs;
      }
      if (step.do === 'remove' && step.slot === notice) {
        noticeCount += 1;
        notice = emptySlot(`notice:${noticeCount}`);
      }
    }
  };

  const finishOrphans = async (report: DeliveryReport): Promise<DeliveryReport> => {
    if (report.kind === 'delivered') await runner.removeOrphans(() => isAborted);
    return report;
  };

  /** Whoever waits in a topic that was closed hears of it where the bot may write. */
  const tellOfClosedPlace = async (report: DeliveryReport): Promise<DeliveryReport> => {
    if (report.kind !== 'unreachable' || target.isWithdrawn === true) return report;
    const closed = egress.closedPlace?.(target.address, report.cause, target.asker ?? '') ?? null;
    if (closed === null) return report;
    await tellElsewhere(closed, { ...deps, target }, aborting.signal).catch((thrown: unknown) => {
      deps.log.error({ turn: target.speaker.turn, err: thrown }, 'nobody could be told of a closed topic');
    });
    return report;
  };

  const tidyUpAfterStop = async (report: DeliveryReport): Promise<DeliveryReport> => {
    if (report.kind === 'aborted' && isForGood) {
      const chunks = slots.filter((slot) => slot !== undefined);
      const findsSends = egress.findSent !== undefined;
      if (findsSends && chunks.some((slot) => slot.state === 'unknown' && slot.mayStop)) {
        await awaitEarlierCalls(target, earlier, deps, NEVER);
      }
      await tidyUp({ notices: [notice, ...stale], chunks, closed }, { runner, clock, findsSends });
    }
    return report;
  };

  /** What was given up may not be taken up again, as when a person stops a turn whose last word waits. */
  const takeStatusBack = async (report: DeliveryReport): Promise<DeliveryReport> => {
    if (report.kind !== 'aborted' || !isStatusLeft) return report;
    const late = new AbortController();
    const stop = clock.after(LAST_CLEAR_MS, () => late.abort());
    try {
      await runner.run({ do: 'status', text: '' }, late.signal);
    } catch (thrown) {
      deps.log.debug({ turn: target.speaker.turn, err: thrown }, 'a status could not be taken back');
    } finally {
      stop();
    }
    return report;
  };

  const done = deliver()
    .then(finishOrphans)
    .then(tellOfClosedPlace)
    .then(tidyUpAfterStop)
    .catch((thrown: unknown): DeliveryReport => {
      deps.log.error({ turn: target.speaker.turn, err: thrown }, 'reply stream failed');
      return { kind: 'aborted' };
    })
    .then(takeStatusBack);

  return {
    push: (event) => {
      if (isEnded) return;
      board.observe(event);
      answer.observe(event);
      if (event.type === 'failed') {
        closing = closing.state === 'abandoned' ? emptySlot('closing') : closing;
        // With nothing else to say the error takes the place that the answer was to have.
        const given = answer.hasText() ? undefined : slots[0];
        if (inPlaceOf !== undefined && given?.messageId === inPlaceOf) {
          closing = slotInPlaceOf('closing', inPlaceOf);
          slots.length = 0;
        }
        closingText = renderPlain(wording.error(event.error).sentence);
      } else if (isEndOfTurn(event)) {
        // The error that an earlier attempt told before its process died is not how the turn ended.
        stale.push(closing);
      }
      if (event.type === 'file') {
        const chunk = `file:${files.length}`;
        files.push({ file: event.file, slot: earlier.find((slot) => slot.chunk === chunk) ?? emptySlot(chunk) });
      }
      if (event.type === 'final') choices = event.choices ?? [];
      if (event.type === 'question' && event.question.state === 'open') {
        const chunk = chunkOfQuestion(event.question.id);
        const shown = openQuestion(event.question, wording, egress);
        const slotOf = (key: string) => earlier.find((slot) => slot.chunk === key) ?? emptySlot(key);
        asking = { slot: slotOf(chunk), rendered: shown.rendered, buttons: { stop: false, choices: shown.choices } };
        if (event.file !== undefined) files.push({ file: event.file, slot: slotOf(`${chunk}:file`) });
      }
      if (isEndOfAttempt(event)) isEnded = true;
      if (event.type !== 'text' || clock.now() >= blocked.until) wake?.();
    },
    done,
    abort: (forGood = false) => {
      isAborted = true;
      isForGood ||= forGood;
      aborting.abort();
      wake?.();
    },
  };
}

function settlesLostSendsBy(egress: Egress): 'find' | 'repeat' | 'wait' {
  if (egress.findSent !== undefined) return 'find';
  return egress.sendsAreIdempotent === true ? 'repeat' : 'wait';
}

/** The same words without formatting, for a platform that refused the formatted message. */
function plainOf(rendered: Rendered, egress: Egress): Rendered {
  const tree: Root = {
    type: 'root',
    children: [{ type: 'paragraph', children: [{ type: 'text', value: rendered.plain }] }],
  };
  return egress.render(tree);
}
