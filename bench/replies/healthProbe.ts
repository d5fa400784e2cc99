import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { rest } from '../now.js';
import { type Sample, sampleOf } from '../statistics.js';

const EVERY_MS = 20;

/** How long `GET /healthz` takes, asked about 50 times a second for `ms` over one connection. Milliseconds. */
export async function probeHealth(url: string, ms: number): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const end = performance.now() + ms;
  const times: number[] = [];
  while (performance.now() < end) {
    const beganAt = performance.now();
    const request = get(`${url}/healthz`, { agent });
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response === undefined) throw new Error('/healthz gave no response');
    response.resume();
    await once(response, 'end');
    times.push(performance.now() - beganAt);
    await rest(EVERY_MS);
  }
  agent.destroy();
  return sampleOf(times);
}
