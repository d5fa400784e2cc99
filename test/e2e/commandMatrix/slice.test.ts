import { expect, it } from 'vitest';
import { cellsOf } from './cells.js';
import { expectMatrix } from './expectMatrix.js';
import { LISTED_COMMANDS, PERSONA_COMMANDS, UNLISTED_COMMANDS } from './registered.js';
import { openTelegramStage } from './telegramStage.js';

/** One of each kind; the whole is in the long tests. */
const SLICE = ['status', 'undo', 'rollback', 'remember', 'persona', 'language', 'research', 'writer', 'chart'];

it('a few commands, in every place, called in every way, show what they should', { timeout: 60_000 }, () =>
  expectMatrix(openTelegramStage, { commands: SLICE }),
);

it('every command has a row', () => {
  const all = [...LISTED_COMMANDS, ...UNLISTED_COMMANDS];
  const cells = cellsOf(all, new Set(PERSONA_COMMANDS), ['dm', 'group', 'thread']);
  expect(new Set(cells.map(({ command }) => command))).toEqual(new Set(all));
});
