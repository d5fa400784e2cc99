import { expect } from 'vitest';
import type { ClaimedTurn, TurnEnd } from '../../src/core/ports/laneStore.js';
import { type Conversation, conversationIn, LEASE_MS } from './conversation.js';
import {
  type Action,
  applyClaim,
  applyFinish,
  applyGiveBack,
  applyStop,
  emptyLane,
  expectedClaim,
  LANES,
  type ModelLane,
  type ModelMessage,
  unfinished,
} from './laneModel.js';
import type { TestDb } from './openTestDb.js';

interface Lane {
  readonly talk: Conversation;
  readonly model: ModelLane;
  /** Every claim so far: the last one is the lane's newest, the others are stale. */
  readonly claims: ClaimedTurn[];
}

/**
 * Runs actions against the store and the model side by side and then drains every lane: each answer is the model's, and
 * each message ends in exactly one turn.
 */
export async function runActions(test: TestDb, actions: readonly Action[]): Promise<void> {
  const lanes: Lane[] = Array.from({ length: LANES }, () => ({
    talk: conversationIn(test.db),
    model: emptyLane(),
    claims: [],
  }));
  const accepted: { lane: Lane; message: ModelMessage; identity: string }[] = [];
  const ended = new Map<number, number>();
  const store = test.db.lanes;
  let now = 1_000_000;

  const laneAt = (index: number): Lane => {
    const lane = lanes[index];
    if (lane === undefined) throw new Error(`no lane ${index}`);
    lane.talk.now = now;
    return lane;
  };
  const noteEnds = (messages: readonly ModelMessage[]) => {
    for (const { seq } of messages) ended.set(seq, (ended.get(seq) ?? 0) + 1);
  };

  for (const action of actions) {
    switch (action.do) {
      case 'accept': {
        const lane = laneAt(action.lane);
        const ahead = unfinished(lane.model).length;
        const identity = `identity-${lane.talk.lane.id}-${accepted.length}`;
        const { seq, turn } = await lane.talk.accept({ user: `user-${action.sender}`, identity });
        expect(await store.queuedBefore({ lane: lane.talk.lane, seq })).toBe(ahead);
        const own = {
          id: turn,
          seq,
          stopBefore: null,
          attempt: 0,
          expiries: 0,
          steps: 0,
          stepsAtClaim: 0,
          ended: false,
        };
        const message: ModelMessage = { seq, sender: action.sender, own, turn: own, ended: false };
        lane.model.messages.push(message);
        accepted.push({ lane, message, identity });
        break;
      }
      case 'again': {
        const known = accepted[action.nth % Math.max(1, accepted.length)];
        if (known === undefined) break;
        const answer = await known.lane.talk.accept({ identity: known.identity });
        expect(answer).toEqual({ seq: known.message.seq, turn: known.message.turn.id });
        break;
      }
      case 'claim':
        await claim(laneAt(action.lane), action.owner, action.collect);
        break;
      case 'journal': {
        const lane = laneAt(action.lane);
        const by = pick(lane, action.stale);
        if (by === undefined) break;
        const running = holder(lane, by) ? lane.model.running : null;
        const ok = await store.journal({
          lane: lane.talk.lane,
          token: by.token,
          turn: by.turn,
          step: running?.steps ?? 0,
          data: { type: 'directive', why: 'test', text: '' },
          now,
        });
        expect(ok).toBe(running !== null);
        if (running !== null) running.steps += 1;
        break;
      }
      case 'takeMore': {
        const lane = laneAt(action.lane);
        const by = pick(lane, action.stale);
        if (by === undefined) break;
        const running = holder(lane, by) ? lane.model.running : null;
        const sender = lane.model.messages.find(({ own }) => own === running)?.sender;
        const more =
          running === null || running.stopBefore !== null
            ? []
            : unfinished(lane.model).filter(
                (message) => message.turn !== running && message.sender === sender && message.turn.stopBefore === null,
              );
        const taken = await store.takeMore({ lane: lane.talk.lane, token: by.token, turn: by.turn, now });
        expect(taken.map(({ seq }) => seq)).toEqual(more.map(({ seq }) => seq));
        if (running !== null) for (const message of more) message.turn = running;
        break;
      }
      case 'release':
      case 'pause': {
        const lane = laneAt(action.lane);
        const by = pick(lane, action.stale);
        if (by === undefined) break;
        const held = holder(lane, by);
        const { token, turn } = by;
        const request = { lane: lane.talk.lane, token, now };
        const ok = await (action.do === 'release'
          ? store.release(request)
          : store.pause({ ...request, turn, reason: 'approval' }));
        expect(ok).toBe(held);
        if (held) applyGiveBack(lane.model, action.do === 'pause' && lane.model.running?.stopBefore === null);
        break;
      }
      case 'resume': {
        const lane = laneAt(action.lane);
        const { running, paused } = lane.model;
        if (running === null) break;
        expect(await store.resume({ turn: running.id, now })).toBe(paused);
        lane.model.paused = false;
        break;
      }
      case 'finish': {
        const lane = laneAt(action.lane);
        const by = pick(lane, action.stale);
        if (by !== undefined) await finish(lane, by, action.end);
        break;
      }
      case 'stop': {
        const lane = laneAt(action.lane);
        const beforeSeq = Math.max(0, ...accepted.map(({ message }) => message.seq)) + 1;
        const turns = [...new Set(unfinished(lane.model).map(({ turn }) => turn))];
        const targets = action.all ? turns : turns.slice(0, 1);
        for (const turn of targets) applyStop(lane.model, turn, beforeSeq);
        const waiting = unfinished(lane.model).filter(
          ({ turn }) => turn !== lane.model.running && turn.stopBefore === null,
        );
        expect(await store.stop({ lane: lane.talk.lane, beforeSeq, all: action.all, now })).toEqual({
          turns: targets.map(({ id }) => id),
          waiting: waiting.length,
        });
        break;
      }
      case 'stopTurn': {
        const known = accepted[action.nth % Math.max(1, accepted.length)];
        if (known === undefined) break;
        const { turn } = known.message;
        const found = await store.stopTurn({ turn: known.message.own.id, now });
        expect(found).toEqual(turn.ended ? null : known.lane.talk.lane);
        if (!turn.ended) applyStop(known.lane.model, turn, Number.MAX_SAFE_INTEGER);
        break;
      }
      case 'renew': {
        const { held } = await store.renewAll({ owner: ownerName(action.owner), leaseMs: LEASE_MS, now });
        for (const { talk, model } of lanes) {
          const report = held.find(({ lane }) => lane.id === talk.lane.id);
          const mine = model.owner === action.owner;
          const stopped = model.running?.stopBefore != null;
          expect(report).toEqual(mine ? { lane: talk.lane, token: model.token, stopped, isVoid: false } : undefined);
          if (mine) model.leaseUntil = now + LEASE_MS;
        }
        break;
      }
      case 'pass':
        now += action.ms;
        break;
    }
    await checkDue();
  }
  await drain();

  async function claim(lane: Lane, owner: number, collect: boolean): Promise<ClaimedTurn | null> {
    const expected = expectedClaim(lane.model, collect, now);
    const claimed = await lane.talk.claim(ownerName(owner), collect ? 'collect' : 'queue');
    if (expected === null) {
      expect(claimed).toBeNull();
      return null;
    }
    const turn = applyClaim(lane.model, expected, owner, now);
    expect(claimed).toMatchObject({
      token: lane.model.token,
      turn: turn.id,
      attempt: turn.attempt,
      expiries: turn.expiries,
      dead: turn.expiries >= 3,
      stopped: turn.stopBefore !== null,
    });
    expect(claimed?.messages.map(({ seq }) => seq)).toEqual(expected.map(({ seq }) => seq));
    expect(claimed?.journal).toHaveLength(turn.steps);
    if (claimed !== null) lane.claims.push(claimed);
    return claimed;
  }

  async function finish(lane: Lane, by: ClaimedTurn, end: TurnEnd): Promise<void> {
    const held = holder(lane, by);
    const answer = await lane.talk.finish(by, end);
    if (held) noteEnds(applyFinish(lane.model, end));
    expect(answer).toEqual({ ok: held, more: held && unfinished(lane.model).length > 0 });
  }

  async function checkDue(): Promise<void> {
    const due = await store.due({ now, limit: 1000, kinds: ['main'] });
    const expected = lanes
      .filter(({ model }) => !model.paused && model.leaseUntil <= now && unfinished(model).length > 0)
      .sort((a, b) => (unfinished(a.model)[0]?.seq ?? 0) - (unfinished(b.model)[0]?.seq ?? 0));
    const ids = new Set(lanes.map(({ talk }) => talk.lane.id));
    expect(due.filter(({ id }) => ids.has(id)).map(({ id }) => id)).toEqual(expected.map(({ talk }) => talk.lane.id));
  }

  /** The crash of everybody: leases end, paused turns are resumed, and one worker does what is left. */
  async function drain(): Promise<void> {
    now += 2 * LEASE_MS;
    for (let index = 0; index < LANES; index += 1) {
      const lane = laneAt(index);
      if (lane.model.paused && lane.model.running !== null) {
        await store.resume({ turn: lane.model.running.id, now });
        lane.model.paused = false;
      }
      for (let claimed = await claim(lane, 0, true); claimed !== null; claimed = await claim(lane, 0, true)) {
        await finish(lane, claimed, claimed.stopped ? 'stopped' : 'done');
      }
    }
    expect([...ended.keys()].sort((a, b) => a - b)).toEqual(accepted.map(({ message }) => message.seq));
    expect([...ended.values()].every((times) => times === 1)).toBe(true);
  }
}

function ownerName(owner: number): string {
  return `property-owner-${owner}`;
}

/** A claim of the lane: the newest, or one that a newer one has replaced. */
function pick(lane: Lane, stale: boolean): ClaimedTurn | undefined {
  return lane.claims.at(stale ? -2 : -1);
}

function holder(lane: Lane, by: ClaimedTurn): boolean {
  return lane.model.token === by.token && lane.model.owner !== null && lane.model.running?.id === by.turn;
}
