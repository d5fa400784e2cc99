import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CommandSpec } from '../../../../src/core/commandSpec.js';
import { acceptInto, until } from '../setup.js';
import { type IngressScene, openIngressScene } from './ingressScene.js';

let scene: IngressScene;

beforeEach(async () => {
  scene = await openIngressScene();
});

afterEach(() => scene.close());

function spec(name: string, fields: Partial<CommandSpec> = {}): CommandSpec {
  return { name, description: `What ${name} does`, usage: '', instant: false, roles: ['owner', 'member'], ...fields };
}

const run = (commands: readonly CommandSpec[], owner = 'test') =>
  scene.start(acceptInto(scene.db, scene.stored), { commands, owner });

const published = () => scene.server.callsOf('setMyCommands');

const paramsSchema = z.object({
  language_code: z.string().exactOptional(),
  scope: z.object({ type: z.string() }),
  commands: z.array(z.object({ command: z.string(), description: z.string() })),
});

describe('the menu', () => {
  it('lists everything in private chats and the public commands elsewhere, once', async () => {
    const commands = [spec('help'), spec('approve', { roles: ['owner'] })];
    const first = run(commands);
    await until(() => first.log.lines.filter(({ message }) => message.includes('menu')).length === 3);
    expect(
      published().map(({ params }) => {
        const { scope, commands: listed } = paramsSchema.parse(params);
        return [scope.type, listed.map(({ command }) => command).join()];
      }),
    ).toEqual([
      ['all_private_chats', 'help,approve'],
      ['all_group_chats', 'help'],
      ['default', 'help'],
    ]);
    await first.stop();

    const second = run(commands, 'another');
    scene.server.privateChat(501).say('hi');
    await scene.storedCount(1);
    await second.stop();
    expect(published()).toHaveLength(3);

    run([...commands, spec('deny', { roles: ['owner'] })], 'third');
    await until(() => published().length === 4);
    expect(scene.server.refused()).toEqual([]);
  });

  it('is published in each language that the commands have texts in, where clients look for it', async () => {
    const descriptions = { de: 'Die Befehle auflisten', ru: 'Список команд', xx: 'none of ours' };
    run([spec('help', { descriptions }), spec('approve', { roles: ['owner'] })]);
    await until(() => published().length === 7);
    const lists = published().map(({ params }) => {
      const { scope, language_code: language = '', commands } = paramsSchema.parse(params);
      return [scope.type, language, commands.map(({ description }) => description).join('; ')];
    });
    expect(lists).toEqual([
      ['all_private_chats', '', 'What help does; What approve does'],
      ['all_private_chats', 'de', 'Die Befehle auflisten; What approve does'],
      ['all_private_chats', 'ru', 'Список команд; What approve does'],
      ['all_group_chats', '', 'What help does'],
      ['all_group_chats', 'de', 'Die Befehle auflisten'],
      ['all_group_chats', 'ru', 'Список команд'],
      ['default', '', 'What help does'],
    ]);
    expect(scene.server.refused()).toEqual([]);
  });

  it('that is too large as a whole is published with shorter descriptions', async () => {
    const long = (i: number) => spec(`c${i}`, { description: `${i} ${'word '.repeat(50)}`.slice(0, 250).trim() });
    run(Array.from({ length: 90 }, (_, i) => long(i)));
    await until(() => published().filter(({ outcome }) => outcome?.ok).length === 3);
    const taken = paramsSchema.parse(published().findLast(({ outcome }) => outcome?.ok)?.params);
    expect(taken.commands).toHaveLength(90);
    expect(taken.commands.every(({ description }) => description.length <= 48)).toBe(true);
    expect(scene.server.refused()).toEqual([]);
  });

  it('that Telegram does not take keeps nobody from being heard', async () => {
    const fault = { kind: 'status', code: 400, description: 'Bad Request: no menus today' } as const;
    scene.server.inject({ method: 'setMyCommands', times: Number.POSITIVE_INFINITY, fault });
    const one = run([spec('help')]);
    scene.server.privateChat(501).say('hi');
    await scene.storedCount(1);
    await until(() => one.log.said('warn', /menu of commands could not be published/));
  });
});
