import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eraseOwnSkills, moveOwnSkills, partOwnSkills } from '../../../src/runtime/skills/ownSkills.js';
import { createSkillLibrary } from '../../../src/runtime/skills/skillLibrary.js';
import { createSkillWriter, type SkillChange } from '../../../src/runtime/skills/skillWriter.js';
import { listSupportFiles, writeSupportFile } from '../../../src/runtime/skills/supportFiles.js';
import { openSkillFixture, type SkillFixture, skillText } from './skillFixture.js';

let fixture: SkillFixture;
beforeEach(async () => {
  fixture = await openSkillFixture();
});
afterEach(() => fixture.close());

const change = (slug: string, body: string, fields: Partial<SkillChange> = {}): SkillChange => ({
  owner: fixture.owner,
  slug,
  text: skillText(slug, body),
  origin: 'made',
  by: null,
  turn: null,
  now: 1,
  ...fields,
});

describe('skills of one person', () => {
  it('move to whom they are linked with, and none is lost where both have one of a name', async () => {
    const { library, writer } = fixture.skills;
    const into = 'slack:T:U';
    await writer.save(change('mine', 'Mine.'));
    await writer.save(change('both', 'From here.'));
    await writer.save(change('both', 'From there.', { owner: into }));
    await moveOwnSkills(library, fixture.owner, into, 5);
    await moveOwnSkills(library, fixture.owner, into, 5);
    const own = (owner: string) => library.list(owner).then((all) => all.filter(({ source }) => source === 'own'));
    expect((await own(into)).map(({ slug, body }) => [slug, body])).toEqual([
      ['both', '# both\nFrom there.'],
      ['mine', '# mine\nMine.'],
    ]);
    expect((await writer.versions(into, 'both')).map(({ text }) => /From \w+/.exec(text)?.[0])).toEqual([
      'From there',
      'From here',
    ]);
    expect(await own(fixture.owner)).toEqual([]);
    expect(await eraseOwnSkills(library, into)).toBe(2);
    expect(await writer.versions(into, 'both')).toEqual([]);
    expect(await eraseOwnSkills(library, into)).toBe(0);
  });

  it('go with the account that made them when it parts, each side with what it last had in use', async () => {
    const { library, writer } = fixture.skills;
    const [common, parted] = ['telegram:1:11', 'slack:T:U'];
    const by = { phone: { by: 'telegram:1:11' }, work: { by: parted } };
    const text = (slug: string, body: string, fields: Partial<SkillChange>) =>
      change(slug, body, { owner: common, ...fields });
    await writer.save(text('phone-only', 'Phone.', by.phone));
    await writer.save(text('work-only', 'Work.', by.work));
    await writer.save(text('improved', 'By work.', by.work));
    await writer.save(text('improved', 'Then by phone.', { ...by.phone, turn: 't2' }));
    await writer.save(text('taken-over', 'By phone.', by.phone));
    await writer.save(text('taken-over', 'Then by work.', { ...by.work, turn: 't3' }));
    await writer.stage(text('taken-over', 'A proposal of work.', { ...by.work, turn: 't4' }));
    await writer.save(text('gone', 'Work, deleted.', by.work));
    await writer.remove(common, 'gone', 9);
    await writer.save(text('by-hand', 'Work.', by.work));
    await fixture.writeSkill(common, 'by-hand', 'Edited on the machine.');
    for (const _ of ['broken off', 'begun again']) await partOwnSkills(library, common, parted, parted);

    const own = async (owner: string) =>
      Object.fromEntries(
        (await library.list(owner))
          .filter(({ source }) => source === 'own')
          .map(({ slug, body }) => [slug, body.split('\n')[1]]),
      );
    expect(await own(common)).toEqual({
      'by-hand': 'Edited on the machine.',
      improved: 'Then by phone.',
      'phone-only': 'Phone.',
      'taken-over': 'By phone.',
    });
    expect(await own(parted)).toEqual({
      'by-hand': 'Work.',
      improved: 'By work.',
      'taken-over': 'Then by work.',
      'work-only': 'Work.',
    });
    const made = async (owner: string, slug: string) =>
      (await writer.versions(owner, slug)).map((version) => version.by);
    expect(await made(common, 'improved')).toEqual(['telegram:1:11']);
    expect(await made(parted, 'taken-over')).toEqual([parted, parted]);
    expect(await made(common, 'gone')).toEqual([]);
    expect(await made(parted, 'gone')).toEqual([parted]);
  });

  it('give the files beside them only to an account that made all of a skill: nobody knows whose a file is', async () => {
    const { library, writer } = fixture.skills;
    const [common, parted] = ['telegram:1:11', 'slack:T:U'];
    const folder = (owner: string, slug: string) => join(library.ownRoot(owner), slug);
    for (const slug of ['shared', 'work-only']) {
      await writer.save(change(slug, 'By work.', { owner: common, by: parted }));
      await writeSupportFile(folder(common, slug), 'notes/list.md', 'What the phone wrote down.');
    }
    await writer.save(change('shared', 'By phone.', { owner: common, by: common, turn: 't2' }));
    await partOwnSkills(library, common, parted, parted);
    expect(await listSupportFiles(folder(parted, 'work-only'))).toEqual(['notes/list.md']);
    expect(await listSupportFiles(folder(parted, 'shared'))).toEqual([]);
    expect(await listSupportFiles(folder(common, 'shared'))).toEqual(['notes/list.md']);
    expect(await library.find(parted, 'shared')).toMatchObject({ body: expect.stringContaining('By work.') });
  });

  it('keep every version when two processes write at once, and a number is given once', async () => {
    const writers = [1, 2, 3].map(() => createSkillWriter(createSkillLibrary({ dataDir: fixture.dataDir })));
    const texts = Array.from({ length: 12 }, (_, n) => `State number ${n}.`);
    const saved = await Promise.all(
      texts.map((body, n) => writers[n % 3]?.save(change('busy', body, { turn: `t${n}` }))),
    );
    const numbers = saved.map((one) => one?.version ?? 0).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
    const versions = await fixture.skills.writer.versions(fixture.owner, 'busy');
    expect(versions.map(({ text }) => /State.*/.exec(text)?.[0]).sort()).toEqual([...texts].sort());
    const live = await fixture.skills.library.find(fixture.owner, 'busy');
    expect(versions.map(({ text }) => text)).toContain(live?.text);
  });

  it('say the same when a call is made again by the turn that made it, and keep twenty versions', async () => {
    const { writer } = fixture.skills;
    const first = change('again', 'One.', { origin: 'distilled', turn: 'bg' });
    expect(await writer.save(first)).toEqual({ outcome: 'created', slug: 'again', version: 1 });
    expect(await writer.save(first)).toEqual({ outcome: 'created', slug: 'again', version: 1 });
    expect(await writer.save({ ...first, turn: 'other' })).toMatchObject({ outcome: 'unchanged', version: 1 });
    for (let n = 0; n < 25; n += 1) await writer.save(change('again', `Number ${n}.`));
    const numbers = (await writer.versions(fixture.owner, 'again')).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 7));
  });

  it('that were taken away are not learned again by themselves', async () => {
    const { writer } = fixture.skills;
    await writer.save(change('gone', 'One.', { origin: 'distilled', turn: 'bg' }));
    expect(await writer.discard(fixture.owner, 'gone', 1)).toBe('removed');
    await expect(writer.save(change('gone', 'Two.', { origin: 'distilled' }))).rejects.toThrow(/did not want/);
    expect(await writer.save(change('gone', 'Two.'))).toMatchObject({ outcome: 'created', version: 2 });
  });
});
