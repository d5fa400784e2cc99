import { expect } from 'vitest';
import { cellsOf } from './cells.js';
import { LISTED_COMMANDS, PERSONA_COMMANDS, UNLISTED_COMMANDS } from './registered.js';
import { type OpenStage, runCells } from './runCells.js';

/** What is to be tried, and by how many gateways beside each other. */
export interface MatrixScope {
  /** Only these; all commands without it. */
  readonly commands?: readonly string[];
  /** A platform lets one account say only so much in a second; several share the cells. Default 1. */
  readonly gateways?: number;
}

/** Every command in every place, called in every way, on gateways of its own. */
export async function expectMatrix(open: () => Promise<OpenStage>, scope: MatrixScope = {}): Promise<void> {
  const { commands = [...LISTED_COMMANDS, ...UNLISTED_COMMANDS], gateways = 1 } = scope;
  const stages: OpenStage[] = [];
  try {
    // One after the other: a command that comes while a gateway still starts may be given up by its platform.
    for (let n = 0; n < gateways; n += 1) stages.push(await openWarm(open));
    const runs = stages.map(async (stage, part) => {
      // The menu is what the registry of the running gateway lists: a command that nobody wrote a row for shows here.
      expect(stage.menu() ?? LISTED_COMMANDS).toEqual(LISTED_COMMANDS);
      const cells = cellsOf(commands, new Set(PERSONA_COMMANDS), stage.places);
      const faults = await runCells(
        cells.filter((_, n) => n % gateways === part),
        stage,
      );
      return [...faults, ...stage.refused()];
    });
    expect((await Promise.all(runs)).flat()).toEqual([]);
  } finally {
    await Promise.all(stages.map((stage) => stage.close()));
  }
}

/** A stage whose gateway has answered once. */
async function openWarm(open: () => Promise<OpenStage>): Promise<OpenStage> {
  const stage = await open();
  const place = stage.open({ place: 'dm', role: 'member', language: 'en' });
  place.say('Are you there?');
  await stage.waitFor(() => place.shown().length > 0, { what: 'a first answer', timeoutMs: 60_000 });
  return stage;
}
