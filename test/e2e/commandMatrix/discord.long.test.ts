import { it } from 'vitest';
import { openDiscordStage } from './discordStage.js';
import { expectMatrix } from './expectMatrix.js';

it('every command, in every place, called in every way, shows what it should: Discord', { timeout: 240_000 }, () =>
  expectMatrix(openDiscordStage),
);
