// A worker process with a BullMQ waker. Arguments: Redis URL, prefix, lease in ms. It writes `started <lane>` and
// `ended <lane>`; a handler ends when stdin says `release <lane>`. `close` closes the waker.
import { createInterface } from 'node:readline';
import { systemClock } from '../../../../dist/core/clock.js';
import { silentLog } from '../../../../dist/core/log.js';
import { createRedisLinks } from '../../../../dist/turns/redis/redisLinks.js';
import { createBullmqWaker } from '../../../../dist/turns/waker/bullmqWaker.js';

const [url, prefix, leaseMs] = process.argv.slice(2);
const log = silentLog;
const waker = createBullmqWaker({
  links: createRedisLinks({ url, log }),
  slots: { main: 20, ctl: 5, bg: 1 },
  leaseMs: Number(leaseMs),
  clock: systemClock,
  log,
  prefix,
});
const held = new Map();

createInterface({ input: process.stdin }).on('line', async (line) => {
  if (line.startsWith('release ')) held.get(line.slice('release '.length))?.();
  if (line === 'close') {
    await waker.close();
    console.log('closed');
    process.exit(0);
  }
});

await waker.run(async (lane) => {
  console.log(`started ${lane.id}`);
  await new Promise((resolve) => held.set(lane.id, resolve));
  console.log(`ended ${lane.id}`);
});
