import { rest } from '../now.js';
import type { System } from '../systems.js';
import type { TurnTimes } from '../turnBook.js';

/** Chats of these measurements; each asks several times, so that answers have a little history before them. */
const FIRST_USER = 100;
const CHATS = 20;
/** Pause between two turns: a turn's last writes are over before the next message comes, as in life. */
const BETWEEN_MS = 15;

/** One turn after the other, without any waiting of the model's own. */
export async function runTurns(system: System, count: number): Promise<readonly TurnTimes[]> {
  const turns: TurnTimes[] = [];
  for (let index = 0; index < count; index += 1) {
    turns.push(await system.wire.ask(FIRST_USER + (index % CHATS)).answered);
    await rest(BETWEEN_MS);
  }
  return turns;
}

/** Chats that stream beside each other, a little apart: the model writes slowly, so the machine is mostly idle. */
export async function runStreams(system: System, count: number): Promise<readonly TurnTimes[]> {
  const turns: Promise<TurnTimes>[] = [];
  for (let index = 0; index < count; index += 1) {
    turns.push(system.wire.ask(FIRST_USER + (index % CHATS)).answered);
    await rest(97);
  }
  return Promise.all(turns);
}
