import { it } from 'vitest';
import { expectMatrix } from './expectMatrix.js';
import { openTelegramStage } from './telegramStage.js';

it('every command, in every place, called in every way, shows what it should: Telegram', { timeout: 240_000 }, () =>
  expectMatrix(openTelegramStage),
);
