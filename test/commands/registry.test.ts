import { describe, expect, it } from 'vitest';
import { type Command, createCommandRegistry } from '../../src/commands/registry.js';

const command = (name: string, roles: Command['spec']['roles'] = ['owner', 'member']): Command => ({
  spec: { name, description: 'x', usage: '', instant: true, roles },
  run: async () => name,
});

describe('command registry', () => {
  const registry = createCommandRegistry([command('stop'), command('find_skills'), command('approve', ['owner'])]);

  it.each([
    ['/stop', 'stop', ''],
    ['/STOP all', 'stop', 'all'],
    ['/stop\nall', 'stop', 'all'],
    ['/stop@waggle_bot  all ', 'stop', 'all'],
    ['!stop', 'stop', ''],
    ['/find-skills maps', 'find_skills', 'maps'],
  ])('%j calls %s with %j', (text, name, args) => {
    const parsed = registry.parse(text);
    expect(parsed?.command.spec.name).toBe(name);
    expect(parsed?.args).toBe(args);
  });

  it.each(['stop', '//stop', '/stopx', '/unknown thing', '/', '/ stop', 'please /stop', ''])(
    '%j is for the model',
    (text) => {
      expect(registry.parse(text)).toBeNull();
    },
  );

  it('lists by role and refuses two commands of one name', () => {
    expect(registry.listFor('member').map((spec) => spec.name)).toEqual(['stop', 'find_skills']);
    expect(() => createCommandRegistry([command('a'), command('a')])).toThrow('two commands are named a');
  });
});
