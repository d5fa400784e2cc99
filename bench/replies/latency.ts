import { rest } from '../now.js';
import { type Sample, sampleOf } from '../statistics.js';
import type { ScriptedAnswer } from '../wireServers.js';
import type { Rig } from './rig.js';

/** Milliseconds. */
export interface Latencies {
  readonly firstVisible: Sample;
  readonly finalVisible: Sample;
}

/** Chats that stream beside each other, a little apart; other ones in each round, so that none has used up its allowance. */
const BESIDE = 3;
let nextPerson = 200;
const APART_MS = 97;

/** @param refillMs pause after each round, for platforms whose allowance for edits is used up by one */
export async function measureLatencies(
  rig: Rig,
  answer: ScriptedAnswer,
  rounds: number,
  refillMs: number,
): Promise<Latencies> {
  await rig.script(answer);
  const firsts: number[] = [];
  const finals: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await rest(refillMs);
    const replies = [];
    for (let chat = 0; chat < BESIDE; chat += 1) {
      replies.push(rig.ask(nextPerson));
      nextPerson += 1;
      await rest(APART_MS);
    }
    for (const times of await Promise.all(replies)) {
      firsts.push(times.firstVisibleAt - times.firstTokenAt);
      finals.push(times.finalVisibleAt - times.lastTokenAt);
    }
  }
  return { firstVisible: sampleOf(firsts), finalVisible: sampleOf(finals) };
}
