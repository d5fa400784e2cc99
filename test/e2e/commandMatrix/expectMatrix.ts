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
  const parts = Array.from({ length: gateways }, (_, part) => expectPart(open, commands, part, gateways));
  expect((await Promise.all(parts)).flat()).toEqual([]);
}

/** The cells of one gateway; what is wrong with them. */
async function expectPart(
  open: () => Promise<OpenStage>,
  commands: readonly string[],
  part: number,
  parts: number,
): Promise<readonly unknown[]> {
  const stage = await open();
  try {
    // The menu is what the registry of the running gateway lists: a command that nobody wrote a row for shows here.
    expect(stage.menu() ?? LISTED_COMMANDS).toEqual(LISTED_COMMANDS);
    const cells = cellsOf(commands, new Set(PERSONA_COMMANDS), stage.places);
    const faults = await runCells(
      cells.filter((_, n) => n % parts === part),
      stage,
    );
    return [...faults, ...stage.refused()];
  } finally {
    await stage.close();
  }
}
