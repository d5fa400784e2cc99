import { runChaosTest } from './chaosTest.js';
import { openDiscordWorld } from './discordChaos.js';

runChaosTest('Discord', (seed) => openDiscordWorld(seed), {
  messages: 10,
  kills: 4,
  killEveryMs: 7_000,
  disturbEveryMs: 1_500,
});
