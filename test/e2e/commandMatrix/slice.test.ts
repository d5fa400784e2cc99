import { it } from 'vitest';
import { expectMatrix } from './expectMatrix.js';
import { openTelegramStage } from './telegramStage.js';

/** One of each kind; the whole is in the long tests. */
const SLICE = ['status', 'undo', 'rollback', 'remember', 'persona', 'language', 'research', 'writer', 'chart'];

it('a few commands, in every place, called in every way, show what they should', { timeout: 60_000 }, () =>
  expectMatrix(openTelegramStage, { commands: SLICE }),
);
