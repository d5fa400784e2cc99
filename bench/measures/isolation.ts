import { AT_ONCE, LONG } from '../answers.js';
import { rest } from '../now.js';
import { sampleOf } from '../statistics.js';
import type { System } from '../systems.js';

const STREAMING_USER = 300;
const FIRST_ASKING_USER = 301;
const ASKING_CHATS = 10;
const BETWEEN_MS = 60;

/** How long a short turn takes while another chat streams, less how long it takes when none does, milliseconds. */
export interface IsolationFigures {
  readonly addedMs: readonly number[];
}

/** @param rounds streams of 3 s, each with about 20 short turns beside it */
export async function measureIsolation(system: System, rounds: number): Promise<IsolationFigures> {
  const { wire } = system;
  let asked = 0;
  const askShortly = async () => {
    asked += 1;
    const turn = await wire.ask(FIRST_ASKING_USER + (asked % ASKING_CHATS)).answered;
    await rest(BETWEEN_MS);
    return turn.finalVisibleAt - turn.saidAt;
  };

  const quiet: number[] = [];
  const disturbed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await wire.script(AT_ONCE);
    for (let index = 0; index < 15; index += 1) quiet.push(await askShortly());

    await wire.script(LONG);
    const stream = wire.ask(STREAMING_USER);
    await stream.requested;
    await wire.script(AT_ONCE);
    let isStreaming = true;
    const streamed = stream.answered.finally(() => {
      isStreaming = false;
    });
    while (isStreaming) disturbed.push(await askShortly());
    await streamed;
  }
  const usual = sampleOf(quiet).p50;
  return { addedMs: disturbed.map((ms) => ms - usual) };
}
