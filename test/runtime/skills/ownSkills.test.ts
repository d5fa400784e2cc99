import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eraseOwnSkills, moveOwnSkills } from '../../../src/runtime/skills/ownSkills.js';
import { createSkillLibrary } from '../../../src/runtime/skills/skillLibrary.js';
import { createSkillWriter, type SkillChange } from '../../../src/runtime/skills/skillWriter.js';
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
