import { runChaosTest } from './chaosTest.js';
import { openSlackWorld } from './slackChaos.js';

runChaosTest('Slack', (seed) => openSlackWorld(seed), {
  messages: 10,
  kills: 2,
  killEveryMs: 7_000,
  disturbEveryMs: 4_000,
});
