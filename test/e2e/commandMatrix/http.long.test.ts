import { it } from 'vitest';
import { expectMatrix } from './expectMatrix.js';
import { openHttpStage } from './httpStage.js';

it(
  'every command, in every place, called in every way, shows what it should: HTTP and the terminal',
  { timeout: 240_000 },
  () => expectMatrix(openHttpStage),
);
