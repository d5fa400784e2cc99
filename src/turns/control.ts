import { personOf } from '../access/policy.js';
import type { Clock } from '../core/clock.js';
import { LANE_MODE_SETTING, type LaneMode, laneModeOf } from '../core/laneMode.js';
import type { InboundMessage } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { Audit } from '../core/ports/audit.js';
import type { ChatSettings } from '../core/ports/channelMemory.js';
import { chatKey } from '../core/ports/egress.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import type { Questions } from '../core/ports/questions.js';
import type { TurnControl } from '../core/ports/turnControl.js';
import type { Waker } from '../core/ports/waker.js';
import { createDecide } from './decide.js';

/**
 * Stops and looks at turns. A stop is a row first, so it works whichever process has the lane; `stopHere` makes it immediate
 * when it is this one.
 */
export function createTurnControl(deps: {
  lanes: LaneStore;
  questions: Questions;
  audit: Audit;
  waker: Waker;
  clock: Clock;
  stopHere: (turns: readonly string[]) => void;
}): TurnControl {
  const { lanes, questions, waker, clock } = deps;
  return {
    stop: async (lane, beforeSeq, all) => {
      const ref = { id: lane, kind: 'main' } as const;
      const result = await lanes.stop({ lane: ref, beforeSeq, all, now: clock.now() });
      deps.stopHere(result.turns);
      if (result.turns.length > 0) waker.wake(ref);
      return result;
    },
    stopTurn: async (turn) => {
      const lane = await lanes.stopTurn({ turn, now: clock.now() });
      if (lane === null) return false;
      deps.stopHere([turn]);
      waker.wake(lane);
      return true;
    },
    status: async (lane) => {
      const ref = { id: lane, kind: 'main' } as const;
      const open = (await lanes.turns({ lane: ref, limit: 50 })).filter(
        (turn) => turn.state === 'running' || turn.state === 'paused' || turn.state === 'queued',
      );
      const running = open.find((turn) => turn.state !== 'queued') ?? null;
      return { running, waiting: open.filter((turn) => turn.state === 'queued').length };
    },
    decide: createDecide(deps),
    question: (id) => questions.find(id),
    openQuestion: (lane) => questions.openIn(lane),
  };
}

/**
 * Mode `interrupt`: a person's new message ends that person's own running turn, never somebody else's, and not the one that
 * the message itself started when the turn before it had just ended.
 */
export async function interruptTurn(message: InboundMessage, turn: string, control: TurnControl): Promise<void> {
  const { running } = await control.status(message.lane);
  if (running !== null && running.turn !== turn && running.sender === personIdOf(personOf(message)))
    await control.stopTurn(running.turn);
}

/** What `accept` calls for a message that waits behind others: interrupts where that is the mode of the chat. */
export function createInterrupt(deps: {
  control: TurnControl;
  settings: Pick<ChatSettings, 'get'>;
  configured: LaneMode;
}): (message: InboundMessage, turn: string) => Promise<void> {
  const { control, settings, configured } = deps;
  return async (message, turn) => {
    const mode = laneModeOf(await settings.get(chatKey(message.address), LANE_MODE_SETTING), configured);
    if (mode === 'interrupt') await interruptTurn(message, turn, control);
  };
}
