import { systemClock } from '../../../../dist/core/clock.js';
import { silentLog } from '../../../../dist/core/log.js';
import { createMinds } from '../../../../dist/memory/minds.js';
import { wordingIn } from '../../../../dist/reply/catalogue/catalogue.js';
import { createVaults } from '../../../../dist/runtime/vault/vaults.js';
import { withVaults } from '../../../../dist/runtime/vault/withVaults.js';
import { openGatewayDb } from '../../../../dist/store/openGatewayDb.js';
import { newProcessId, withoutDeadHolders } from '../../../../dist/turns/processIdentity.js';

/**
 * Remembers and forgets in one mind whose vault is set up, until it is killed, and prints each word when it is forgotten and gone from
 * the vault: `gone <word>`.
 */
const [dataDir, name] = process.argv.slice(2);
const deps = { dataDir, clock: systemClock, log: silentLog };
const db = await openGatewayDb(deps);
const bare = createMinds(deps);
const vaults = createVaults({
  ...deps,
  minds: bare,
  leases: withoutDeadHolders(db.leases),
  owner: newProcessId(),
  wordingIn,
});
const minds = withVaults(bare, vaults, silentLog);
const mind = { kind: 'person', person: 'ann' };
const view = { mind, scopes: ['private', 'shared'] };
await vaults.setUp(view, 'en');
process.stdout.write('ready\n');

for (let i = 0; ; i += 1) {
  const word = `${name}word${i}x`;
  const frame = {
    importance: 'normal',
    source: 'user_stated',
    trust: 2,
    author: 'ann',
    scope: 'private',
    now: Date.now(),
  };
  const { id } = await minds.save(mind, { ...frame, content: `The ${word} stands beside the lamp.` });
  const entities = [
    { type: 'concept', name: 'Lamp' },
    { type: 'concept', name: word },
  ];
  await minds.knowledge.learn(mind, { frame: id, entities, relations: [], now: Date.now() });
  await vaults.sync(view);
  if (i % 2 === 0) continue;
  await minds.forget(view, [id], Date.now());
  process.stdout.write(`gone ${word}\n`);
}
