import { it } from 'vitest';
import { expectMatrix } from './expectMatrix.js';
import { openSlackStage } from './slackStage.js';

it('every command, in every place, called in every way, shows what it should: Slack', { timeout: 240_000 }, () =>
  expectMatrix(openSlackStage, { gateways: 3 }),
);
