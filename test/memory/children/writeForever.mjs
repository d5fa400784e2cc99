import { systemClock } from '../../../dist/core/clock.js';
import { silentLog } from '../../../dist/core/log.js';
import { createMinds } from '../../../dist/memory/minds.js';

/**
 * Writes to one mind in every way until it is killed or has done `most` rounds, several calls at a time, and prints what was
 * promised: `saved <id> <word>`, `forgotten <id>`.
 */
const [dataDir, name, most = '1000000'] = process.argv.slice(2);
const minds = createMinds({ dataDir, clock: systemClock, log: silentLog });
const mind = { kind: 'person', person: 'ann' };
const view = { mind, scopes: ['private', 'shared'] };
const say = (line) => process.stdout.write(`${line}\n`);

const frame = (content, change = {}) => ({
  content,
  importance: 'normal',
  source: 'user_stated',
  trust: 2,
  author: name,
  scope: 'private',
  now: Date.now(),
  ...change,
});

async function round(i) {
  const word = `${name}word${i}`;
  const { id } = await minds.save(
    mind,
    frame(`The ${word} stands on shelf ${i % 7} beside the lamp.`, { turn: `${name}${i}` }),
  );
  say(`saved ${id} ${word}`);
  if (i % 3 === 0) {
    await minds.knowledge.learn(mind, {
      frame: id,
      entities: [
        { type: 'thing', name: word },
        { type: 'thing', name: 'Lamp' },
      ],
      relations: [],
      now: Date.now(),
    });
  }
  if (i % 5 === 0) await minds.correct(view, id, frame(`The ${word}new fell off shelf ${i % 7}.`));
  if (i % 7 === 0) {
    await minds.forget(view, [id], Date.now());
    say(`forgotten ${id}`);
  }
  if (i % 11 === 0) await minds.save(mind, frame(`My birthday is day ${i} of ${name}.`));
  if (i % 40 === 0) await minds.maintain(mind, Date.now());
  if (i % 90 === 89) await minds.erase(mind, `${name}gone`);
}

const lanes = Array.from({ length: 4 }, async (_, lane) => {
  for (let i = lane; i < Number(most); i += 4) await round(i);
});
await Promise.all(lanes);
await minds.close();
say('done');
