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

  it.each([
    ['/stpo', 'member', 'stop'],
    ['!sotp now', 'member', 'stop'],
    ['/find-skils maps', 'member', 'find_skills'],
    ['/aprove', 'owner', 'approve'],
    ['/aprove', 'member', null],
    ['/stop', 'member', null],
    ['/spotted', 'member', null],
    ['/etc/stop', 'member', null],
    ['//stpo', 'member', null],
    ['stpo', 'member', null],
    ['/top', 'member', null],
  ] as const)('%j of a %s seems to mean %j', (text, role, name) => {
    expect(registry.nearName(text, role)).toBe(name);
  });

  it('lists by role and refuses two commands of one name', () => {
    expect(registry.listFor('member').map((spec) => spec.name)).toEqual(['stop', 'find_skills']);
    expect(() => createCommandRegistry([command('a'), command('a')])).toThrow('two commands are named a');
  });

  describe('with further sources', () => {
    const personas = [command('coder'), command('stop'), command('draft')];
    const skills = [command('draft'), command('chart', ['owner'])];
    let list = personas;
    const both = createCommandRegistry([command('stop')], [{ commands: () => list }, { commands: () => skills }]);

    it('the first of a name keeps it, and menus have them in order', () => {
      expect(both.listFor('owner').map(({ name }) => name)).toEqual(['stop', 'coder', 'draft', 'chart']);
      expect(both.listFor('member').map(({ name }) => name)).toEqual(['stop', 'coder', 'draft']);
      expect(both.parse('/draft it')?.command).toBe(personas[2]);
      expect(both.parse('/stop')?.command).not.toBe(personas[1]);
    });

    it('commands come and go while it is in use', () => {
      list = [command('painter')];
      expect(both.parse('/painter')?.command.spec.name).toBe('painter');
      expect(both.parse('/coder')).toBeNull();
      expect(both.parse('/draft')?.command).toBe(skills[0]);
    });
  });

  it('a command may be instant, and its button open, by its arguments', () => {
    const picker: Command = {
      ...command('pick'),
      isInstant: (args) => args === '',
      mayPress: (args, role, address) => args === '' || role === 'owner' || address.thread !== undefined,
    };
    const own = createCommandRegistry([picker, command('stop')]);
    const instant = (text: string) => {
      const parsed = own.parse(text);
      return parsed === null ? null : own.isInstant(parsed);
    };
    expect([instant('/pick'), instant('/pick one'), instant('/stop all')]).toEqual([true, false, true]);
    const group = { platform: 'slack', account: 'T', chat: 'C', kind: 'group' } as const;
    const parsed = own.parse('/pick one');
    if (parsed === null) throw new Error('no command');
    expect(own.mayPress(parsed, 'member', group)).toBe(false);
    expect(own.mayPress(parsed, 'member', { ...group, thread: '1' })).toBe(true);
    expect(own.mayPress(parsed, 'guest', { ...group, thread: '1' })).toBe(false);
  });
});
