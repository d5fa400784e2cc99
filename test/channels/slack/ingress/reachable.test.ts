import { afterAll, beforeAll, expect, it } from 'vitest';
import { slackManifest } from '../../../../src/channels/slack/manifest.js';
import { menuList } from '../../../../src/commands/menuList.js';
import { COMMAND_SPECS } from '../../../../src/commands/specs.js';
import { WORKFLOW_ALIASES } from '../../../../src/commands/workflows/workflowPrompts.js';
import { silentLog } from '../../../../src/core/log.js';
import { textOf } from '../../../../src/core/message.js';
import { openRealCommands, type RealCommands } from '../../../commands/realCommands.js';
import { openScene, type SlackScene } from '../scene.js';

/** "A maximum of 50 slash commands": Slack's "App manifest reference", and `ManifestFeatures` of `@slack/web-api`. */
const SLACKS_LIMIT = 50;
/** Skills of everybody's, more than any menu has room for. */
const SKILLS = Array.from({ length: 60 }, (_, n) => `shared-skill-${n}`);

let real: RealCommands;
let scene: SlackScene;
beforeAll(async () => {
  real = await openRealCommands(SKILLS);
  const commands = menuList(real.registry.listFor('owner'), silentLog);
  scene = await openScene({ commands: { commands, isCommand: (name) => real.registry.knows(name) } });
});
afterAll(async () => {
  await scene.close();
  await real.close();
});

it('every command that the manifest has no room for is reached behind /waggle, and with an exclamation mark in threads', async () => {
  const { server, settle, stored } = scene;
  const all = real.registry.listFor('owner');
  const manifest = JSON.stringify(slackManifest(null, all));
  const declared = [...manifest.matchAll(/"command":"\/waggle-([^"]+)"/g)].map(([, name = '']) =>
    name.replaceAll('-', '_'),
  );
  expect(declared).toHaveLength(SLACKS_LIMIT - 1);
  expect(Object.keys(COMMAND_SPECS).filter((name) => !declared.includes(name))).toEqual([]);
  const rest = [
    ...all.map(({ name }) => name).filter((name) => !declared.includes(name)),
    ...Object.keys(WORKFLOW_ALIASES),
  ];
  expect(rest).toEqual(expect.arrayContaining(['verifier', 'memory_layers', 'shared_skill_59', 'recap']));

  const ada = server.user({ name: 'Ada' });
  const room = server.channel({ members: [ada] });
  const root = room.mention(ada, 'About the ferry.');
  await settle(1);
  for (const name of rest) {
    room.slashCommand(ada, '/waggle', `${name} the ferry`);
    await settle(stored.length + 1);
    room.say(ada, `!${name.replaceAll('_', '-')} the ferry`, { thread: root });
    await settle(stored.length + 1);
  }
  const reached = stored.slice(-2 * rest.length).map((message) => ({
    name: real.registry.parse(textOf(message))?.command.spec.name,
    isAddressed: message.addressed,
  }));
  const wanted = rest.map((name) => {
    const alias = Object.hasOwn(WORKFLOW_ALIASES, name) ? WORKFLOW_ALIASES[name] : undefined;
    return alias ?? name;
  });
  expect(reached.filter((_, i) => i % 2 === 0)).toEqual(wanted.map((name) => ({ name, isAddressed: true })));
  expect(reached.filter((_, i) => i % 2 === 1)).toEqual(wanted.map((name) => ({ name, isAddressed: true })));
  expect(server.refused()).toEqual([]);
});

it('an own skill is reached behind /waggle with its slash, and a word that is no command stays a question', async () => {
  const { server, settle, stored } = scene;
  const ada = server.user({ name: 'Ada' });
  const room = server.channel({ members: [ada] });
  const before = stored.length;
  room.slashCommand(ada, '/waggle', '/my_own_skill the ferry');
  await settle(before + 1);
  room.slashCommand(ada, '/waggle', 'ferries and trains');
  await settle(before + 2);
  const [own, question] = stored.slice(before).map(textOf);
  expect(real.registry.parse(own ?? '')?.command.spec.name).toBe('my_own_skill');
  expect(question).toBe('ferries and trains');
});
