import { runChaosTest } from './chaosTest.js';
import { openTelegramWorld } from './telegramChaos.js';

runChaosTest('Telegram', () => openTelegramWorld(20, 9), {
  messages: 10,
  kills: 3,
  killEveryMs: 9_000,
  disturbEveryMs: 5_000,
});
