import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { MindId, MindView } from '../../../src/core/memory/reach.js';
import { splitFrontMatter } from '../../../src/runtime/frontMatter.js';
import { searchPages } from '../../../src/runtime/vault/searchPages.js';
import { until } from '../../setup/until.js';
import { DAY, openVaultFixture, personView, type VaultFixture } from './vaultFixture.js';

let fixture: VaultFixture;
beforeEach(async () => {
  fixture = await openVaultFixture();
});
afterEach(() => fixture.close());

const ada = personView('telegram:42:ada');
const team: MindId = { kind: 'workspace', workspace: 'slack:T1:T1' };
const room = (chat: string): MindView => ({ mind: team, scopes: [`chat:${chat}`, 'shared'] });

const pages = (view: MindView) =>
  Object.fromEntries(Object.entries(fixture.files(view)).filter(([path]) => !path.startsWith('.waggle')));
const whole = (view: MindView) => Object.values(pages(view)).join('\n');
/** When each file was changed last, and which file it is. */
const stamps = (view: MindView) =>
  Object.keys(pages(view)).map((path) => {
    const { mtimeMs, ino } = statSync(join(fixture.folder(view), path));
    return `${path} ${mtimeMs} ${ino}`;
  });
const nothing = { made: 0, changed: 0, removed: 0, kept: 0 };

async function tellOfGraz() {
  await fixture.save(ada.mind, 'I met Anna Huber at Acme Corp in March.', { now: DAY - 40 * 86_400_000 });
  await fixture.save(ada.mind, 'Anna Huber works at Acme Corp and likes tea.');
  await fixture.save(ada.mind, 'Decision: we move to Graz.', { importance: 'important', source: 'agent_inferred' });
}

describe('a vault', () => {
  it('has a page of each thing and person, of the months, and an index, all linked and with their sources', async () => {
    await tellOfGraz();
    const { result } = await fixture.vaults.setUp(ada, 'en');
    const files = pages(ada);
    expect(Object.keys(files)).toEqual([
      'By month/2026-01.md',
      'By month/2026-03.md',
      'Decisions.md',
      'Index.md',
      'Organisations/Acme Corp.md',
      'People/Anna Huber.md',
    ]);
    expect(result).toEqual({ ...nothing, made: 6, pages: 6 });
    const anna = files['People/Anna Huber.md'] ?? '';
    expect(anna).toContain('# Anna Huber');
    expect(anna).toContain(
      '- 2026-03-05: Anna Huber works at [[Organisations/Acme Corp|Acme Corp]] and likes tea. ^w-p2',
    );
    expect(anna).toContain('- Belongs to: [[Organisations/Acme Corp|Acme Corp]] ^w-r');
    expect(parse(splitFrontMatter(anna)?.head ?? '')).toEqual({
      'waggle-id': 'e1',
      'waggle-kind': 'person',
      'waggle-created': '2026-01-24',
      'waggle-updated': '2026-03-05',
      'waggle-sources': ['p2', 'p1'],
    });
    expect(files['Organisations/Acme Corp.md']).toContain('- Includes: [[People/Anna Huber|Anna Huber]]');
    expect(files['Decisions.md']).toContain('(my own conclusion; important) ^w-p3');
    expect(files['Index.md']).toContain('- [[People/Anna Huber|Anna Huber]] (2)');
  });

  it('tells by when it was said, not by when it was brought in', async () => {
    await fixture.save(ada.mind, 'Anna Huber plays chess.');
    await fixture.save(ada.mind, 'Anna Huber learned to swim.', { source: 'import', now: DAY - 400 * 86_400_000 });
    await fixture.vaults.setUp(ada, 'en');
    const lines = (path: string) =>
      pages(ada)
        [path]?.match(/^- 202.*$/gm)
        ?.map((line) => line.slice(2, 12));
    expect(lines('People/Anna Huber.md')).toEqual(['2026-03-05', '2025-01-29']);
    expect(lines('By month/2025-01.md')).toEqual(['2025-01-29']);
    expect(lines('Index.md')).toEqual(['2026-03-05', '2025-01-29']);
  });

  it('is synced bit by bit: what is unchanged is not touched, and a second sync changes nothing', async () => {
    await tellOfGraz();
    await fixture.vaults.setUp(ada, 'en');
    const before = stamps(ada);
    expect(await fixture.vaults.sync(ada)).toEqual({ ...nothing, pages: 6 });
    expect(stamps(ada)).toEqual(before);
    await fixture.save(ada.mind, 'Anna Huber plays chess.');
    expect(await fixture.vaults.sync(ada)).toEqual({ ...nothing, changed: 3, pages: 6 });
    const after = stamps(ada);
    expect(before.filter((stamp) => after.includes(stamp)).map((stamp) => stamp.split('.md')[0])).toEqual([
      'By month/2026-01',
      'Decisions',
      'Organisations/Acme Corp',
    ]);
  });

  it('keeps the words of people and finds pages again that they renamed and moved', async () => {
    await tellOfGraz();
    await fixture.vaults.setUp(ada, 'en');
    const root = fixture.folder(ada);
    const anna = pages(ada)['People/Anna Huber.md'] ?? '';
    fixture.write(ada, 'People/Anna Huber.md', `${anna}\nHer number is on the fridge.\n`);
    mkdirSync(join(root, 'Friends'));
    renameSync(join(root, 'People/Anna Huber.md'), join(root, 'Friends/Anna.md'));
    fixture.write(ada, 'Diary.md', 'Met [[Anna]] today.\n');
    await fixture.save(ada.mind, 'Anna Huber plays chess.');
    expect(await fixture.vaults.sync(ada)).toMatchObject({ made: 0, removed: 0, pages: 6 });
    const files = pages(ada);
    expect(files['Friends/Anna.md']).toMatch(/plays chess[\s\S]*-->\n\nHer number is on the fridge\.\n$/);
    expect(files['People/Anna Huber.md']).toBeUndefined();
    expect(files['Organisations/Acme Corp.md']).toContain('[[Friends/Anna|Anna Huber]]');
    expect(files['Diary.md']).toBe('Met [[Anna]] today.\n');
  });

  it('leaves a page of somebody’s own alone whose name it would have liked, whatever its case', async () => {
    await fixture.vaults.setUp(ada, 'en');
    fixture.write(ada, 'People/anna huber.md', 'My own page.\n');
    writeFileSync(join(fixture.folder(ada), 'INDEX.md'), 'Mine too.\n');
    rmSync(join(fixture.folder(ada), 'Index.md'));
    await tellOfGraz();
    await fixture.vaults.sync(ada);
    const files = pages(ada);
    expect(files['People/anna huber.md']).toBe('My own page.\n');
    expect(files['INDEX.md']).toBe('Mine too.\n');
    expect(files['People/Anna Huber 2.md']).toContain('# Anna Huber');
    expect(files['Index 2.md']).toContain('# Index');
  });

  it('two names that one file system takes for the same get two files', async () => {
    await fixture.minds.knowledge.learn(ada.mind, {
      frame: await fixture.save(ada.mind, 'something is said'),
      entities: [
        { type: 'concept', name: 'AC/DC' },
        { type: 'project', name: 'AC-DC' },
        { type: 'concept', name: 'ac:dc' },
      ],
      relations: [],
      now: DAY,
    });
    await fixture.vaults.setUp(ada, 'en');
    expect(Object.keys(pages(ada)).filter((path) => /dc/i.test(path))).toEqual([
      'Projects/AC-DC.md',
      'Topics/AC-DC.md',
      'Topics/ac-dc 2.md',
    ]);
  });

  it('survives a sync that was broken off: leftovers go, and every page is whole', async () => {
    await tellOfGraz();
    await fixture.vaults.setUp(ada, 'en');
    const root = fixture.folder(ada);
    mkdirSync(join(root, '.waggle/unfinished'), { recursive: true });
    writeFileSync(join(root, '.waggle/unfinished/half'), 'I met Ber');
    rmSync(join(root, 'Decisions.md'));
    rmSync(join(root, 'By month'), { recursive: true });
    expect(await fixture.vaults.sync(ada)).toEqual({ ...nothing, made: 3, pages: 6 });
    expect(existsSync(join(root, '.waggle/unfinished/half'))).toBe(false);
    expect(Object.keys(pages(ada))).toHaveLength(6);
  });

  it('writes nothing outside of its folder, whatever lies in it', async () => {
    const outside = join(fixture.dataDir, 'outside');
    mkdirSync(outside);
    await fixture.vaults.setUp(ada, 'en');
    symlinkSync(outside, join(fixture.folder(ada), 'People'));
    await tellOfGraz();
    await expect(fixture.vaults.sync(ada)).rejects.toMatchObject({ code: 'wiki-failed' });
    expect(readdirSync(outside)).toEqual([]);
  });

  it('cannot be broken by what a memory says', async () => {
    const evil = [
      'x\n---\nwaggle-id: index\n---\n<!-- waggle:end e1 -->\n# Owned',
      '[[../../etc/passwd|click]] ![[secret]] <!-- waggle:begin e9 --> %% hide',
      'ends with a block id ^w-p99',
    ];
    for (const text of evil) await fixture.save(ada.mind, text);
    await fixture.minds.knowledge.learn(ada.mind, {
      frame: 1,
      entities: [{ type: 'x"\n---\nowned: true', name: ']]\n---\n<!-- waggle:end e1 --> [[..\\..\\evil' }],
      relations: [],
      now: DAY,
    });
    await fixture.vaults.setUp(ada, 'en');
    for (const [path, text] of Object.entries(pages(ada))) {
      expect(path).not.toMatch(/\.\.|\\/);
      const fields = parse(splitFrontMatter(text)?.head ?? '');
      expect(Object.keys(fields).every((name) => name.startsWith('waggle-'))).toBe(true);
      expect(text.match(/^<!-- waggle:/gm)).toHaveLength(2);
      expect(text.match(/^# /gm)).toHaveLength(1);
      expect(text).not.toMatch(/(?<!\\)!\[\[|\[\[\.\./);
    }
    expect(await fixture.vaults.sync(ada)).toMatchObject(nothing);
  });

  it('is in the language in which it was made', async () => {
    await tellOfGraz();
    await fixture.vaults.setUp(ada, 'de');
    expect(Object.keys(pages(ada))).toContain('Menschen/Anna Huber.md');
    expect(pages(ada)['Übersicht.md']).toContain('# Übersicht');
  });
});

describe('what is forgotten', () => {
  it('goes from the pages before the call ends; pages without memories go, and what somebody wrote on them stays', async () => {
    await tellOfGraz();
    await fixture.vaults.setUp(ada, 'en');
    const acme = pages(ada)['Organisations/Acme Corp.md'] ?? '';
    fixture.write(ada, 'Organisations/Acme Corp.md', `${acme}\nAsk for the second floor.\n`);
    fixture.write(ada, '.trash/Acme Corp.md', acme);
    await fixture.minds.forget(ada, [1, 2], DAY);
    expect(whole(ada)).not.toMatch(/Anna|tea|March/);
    expect(pages(ada)).toMatchObject({ 'Organisations/Acme Corp.md': 'Ask for the second floor.\n' });
    expect(Object.keys(pages(ada))).toEqual([
      'By month/2026-03.md',
      'Decisions.md',
      'Index.md',
      'Organisations/Acme Corp.md',
    ]);
    await fixture.minds.restore(ada, [2], DAY);
    expect(pages(ada)['People/Anna Huber.md']).toContain('likes tea');
  });

  it('the same holds for what is corrected, and for what is erased for good', async () => {
    const id = await fixture.save(ada.mind, 'The code word is papaya.');
    await fixture.vaults.setUp(ada, 'en');
    const { importance, source, trust, author, scope } = {
      importance: 'normal',
      source: 'user_stated',
      trust: 3,
      author: 'ann',
      scope: 'private',
    } as const;
    await fixture.minds.correct(ada, id, {
      content: 'The code word is walnut.',
      importance,
      source,
      trust,
      author,
      scope,
      now: DAY,
    });
    expect(whole(ada)).toContain('walnut');
    expect(whole(ada)).not.toContain('papaya');
    fixture.write(ada, 'Mine.md', 'My own.\n');
    await fixture.minds.erase(ada.mind, null);
    expect(existsSync(fixture.folder(ada))).toBe(false);
  });

  it('the value that a fact had goes with the new one', async () => {
    const fact = {
      key: 'wifi password',
      importance: 'normal',
      source: 'user_stated',
      trust: 2,
      author: 'ann',
      scope: 'private',
      now: DAY,
    } as const;
    await fixture.minds.facts.keep(ada.mind, { ...fact, value: 'papaya' });
    await fixture.vaults.setUp(ada, 'en');
    expect(pages(ada)['Facts.md']).toContain('- 2026-03-05: wifi password: papaya ^w-p1');
    await fixture.minds.facts.keep(ada.mind, { ...fact, value: 'walnut' });
    expect(pages(ada)['Facts.md']).toContain('wifi password: walnut');
    expect(whole(ada)).not.toContain('papaya');
  });

  it('shows what is known of a thing as such only where all of the mind is seen', async () => {
    const club: MindId = { kind: 'workspace', workspace: 'telegram:42:-1' };
    const views: readonly [MindView, boolean][] = [
      [ada, true],
      [{ mind: club, scopes: ['chat:telegram:42/chat/-1', 'shared'] }, true],
      [room('slack:T1/chat/C1'), false],
    ];
    for (const [view, isShown] of views) {
      const scope = view.scopes[0] ?? 'shared';
      await fixture.save(view.mind, 'Anna Huber works at Acme Corp.', { scope });
      const [found] = await fixture.minds.knowledge.query(view, 'Anna Huber', 1);
      if (found === undefined) throw new Error('nobody of that name');
      await fixture.minds.knowledge.change(view.mind, found.entity.id, { properties: { room: '217' }, now: DAY });
      await fixture.vaults.setUp(view, 'en');
      expect(whole(view)).toContain('Anna Huber');
      expect(whole(view).includes('room: 217')).toBe(isShown);
    }
  });

  it('what expires goes with the upkeep', async () => {
    await fixture.save(ada.mind, 'The parcel comes today.', { expiresAt: DAY + 1_000 });
    await fixture.vaults.setUp(ada, 'en');
    expect(whole(ada)).toContain('parcel');
    await fixture.clock.advance(2_000);
    while (await fixture.minds.maintain(ada.mind, fixture.clock.now())) {}
    expect(whole(ada)).not.toContain('parcel');
  });

  it('is forgotten in all other chats of a workspace where the record of one is damaged', async () => {
    const id = await fixture.save(team, 'The office opens at nine.', { scope: 'shared' });
    for (const view of [room('a'), room('b')]) await fixture.vaults.setUp(view, 'en');
    writeFileSync(join(fixture.folder(room('a')), '.waggle/vault.json'), '{}');
    await expect(fixture.minds.forget(room('b'), [id], DAY)).rejects.toMatchObject({ code: 'wiki-stale' });
    expect(whole(room('b'))).not.toContain('opens at nine');
    await expect(fixture.vaults.sync(room('a'))).rejects.toMatchObject({ code: 'wiki-broken' });
    await fixture.vaults.setUp(room('a'), 'en');
    expect(whole(room('a'))).not.toContain('opens at nine');
  });

  it('is said to be forgotten only in part where the pages cannot be written', async () => {
    await tellOfGraz();
    await fixture.vaults.setUp(ada, 'en');
    writeFileSync(join(fixture.folder(ada), '.waggle/vault.json'), 'no JSON');
    await expect(fixture.minds.forget(ada, [1], DAY)).rejects.toMatchObject({ code: 'wiki-stale' });
    expect(await fixture.minds.list(ada, { order: 'newest', limit: 9 })).toHaveLength(2);
    await fixture.vaults.setUp(ada, 'en');
    expect(whole(ada)).not.toContain('March');
  });

  it('stays forgotten when two processes sync at once', async () => {
    for (let i = 0; i < 30; i += 1) await fixture.save(ada.mind, `Note ${i}: papaya number ${i} lies on the table.`);
    await fixture.vaults.setUp(ada, 'en');
    const ids = Array.from({ length: 30 }, (_, i) => i + 1);
    const other = fixture.otherProcess();
    const work = [other.sync(ada), fixture.minds.forget(ada, ids, DAY), other.sync(ada), fixture.vaults.sync(ada)];
    const done = Promise.all(work);
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    // Whoever waits for the other asks again after a while: a little time goes by, far less than a lease lasts.
    await until(async () => {
      await fixture.clock.advance(20);
      return isDone;
    });
    await done;
    expect(whole(ada)).not.toContain('papaya');
  });
});

it('whoever waits for a process that is stuck at a vault is told so, and does not wait for ever', async () => {
  await tellOfGraz();
  await fixture.vaults.setUp(ada, 'en');
  await fixture.block(ada, 3_600_000);
  let refusal: unknown = null;
  const waiting = fixture.vaults.sync(ada).catch((thrown: unknown) => {
    refusal = thrown;
  });
  await until(async () => {
    await fixture.clock.advance(1_000);
    return refusal !== null;
  });
  await waiting;
  expect(refusal).toMatchObject({ code: 'wiki-failed' });
});

describe('walls between vaults', () => {
  it('a chat sees its own memories and what its workspace shares; no vault holds another’s', async () => {
    await fixture.save(ada.mind, 'I earn 4,000 a month.');
    await fixture.save(ada.mind, 'I like tea, as everybody may know.', { scope: 'shared' });
    await fixture.save(personView('bob').mind, 'My PIN is 1234.');
    await fixture.save(team, 'Paul Beck told us the door code is 77.', { scope: 'chat:a' });
    await fixture.save(team, 'The kitchen is closed, says Paul Beck.', { scope: 'chat:b' });
    await fixture.save(team, 'The office opens at nine.', { scope: 'shared' });
    for (const view of [ada, room('a'), room('b')]) await fixture.vaults.setUp(view, 'en');
    expect(whole(ada)).toMatch(/4,000[\s\S]*tea|tea[\s\S]*4,000/);
    expect(whole(ada)).not.toMatch(/PIN|door|kitchen|nine/);
    expect(whole(room('a'))).toMatch(/door code/);
    expect(whole(room('a'))).toMatch(/opens at nine/);
    expect(whole(room('a'))).not.toMatch(/4,000|tea|PIN|kitchen/);
    expect(whole(room('b'))).not.toMatch(/4,000|tea|PIN|door/);
    expect(pages(room('b'))['People/Paul Beck.md']).toContain('kitchen');
    await fixture.minds.erase(team, 'ann');
    expect(whole(room('a')) + whole(room('b'))).not.toMatch(/door|kitchen|nine|Paul/);
  });

  it('when two accounts become one person, what was written in one vault lies in the other', async () => {
    const [phone, work] = [personView('phone'), personView('work')];
    await fixture.save(phone.mind, 'Lena Fuchs lives in Linz.', { author: 'phone' });
    await fixture.save(work.mind, 'Lena Fuchs has a boat.', { author: 'work' });
    await fixture.vaults.setUp(phone, 'en');
    await fixture.vaults.setUp(work, 'en');
    const lena = pages(phone)['People/Lena Fuchs.md'] ?? '';
    fixture.write(phone, 'People/Lena Fuchs.md', `${lena}\nCall her on Sundays.\n`);
    fixture.write(phone, 'Diary.md', 'From the phone.\n');
    fixture.write(work, 'Diary.md', 'From work.\n');
    await fixture.minds.merge(phone.mind, work.mind, DAY);
    expect(existsSync(fixture.folder(phone))).toBe(false);
    const files = pages(work);
    expect(files['Diary.md']).toBe('From work.\n');
    expect(files['Diary 2.md']).toBe('From the phone.\n');
    expect(files['People/Lena Fuchs.md']).toMatch(/boat[\s\S]*Linz|Linz[\s\S]*boat/);
    expect(files['People/Lena Fuchs 2.md']).toBe('Call her on Sundays.\n');

    await fixture.minds.merge(work.mind, phone.mind, DAY, 'phone');
    expect(whole(work)).not.toContain('Linz');
    expect(whole(work)).toContain('boat');
  });

  it('when two accounts become one person, a folder of one may have the name of a file of the other', async () => {
    const [phone, work] = [personView('phone'), personView('work')];
    for (const view of [phone, work]) await fixture.vaults.setUp(view, 'en');
    fixture.write(phone, 'Ideas/Boat.md', 'Sail.\n');
    fixture.write(phone, 'List', 'From the phone.\n');
    fixture.write(work, 'Ideas', 'From work.\n');
    fixture.write(work, 'List/Tea.md', 'Green.\n');
    await fixture.minds.merge(phone.mind, work.mind, DAY);
    expect(existsSync(fixture.folder(phone))).toBe(false);
    expect(pages(work)).toMatchObject({
      Ideas: 'From work.\n',
      'Ideas 2/Boat.md': 'Sail.\n',
      'List 2': 'From the phone.\n',
      'List/Tea.md': 'Green.\n',
    });
  });

  it('a vault moves as it is where the other account has none', async () => {
    const [phone, work] = [personView('phone'), personView('work')];
    await fixture.save(phone.mind, 'Lena Fuchs lives in Linz.');
    await fixture.vaults.setUp(phone, 'en');
    fixture.write(phone, 'Diary.md', 'Mine.\n');
    await fixture.minds.merge(phone.mind, work.mind, DAY);
    expect(pages(work)).toMatchObject({ 'Diary.md': 'Mine.\n' });
    expect(await fixture.vaults.find(work)).toMatchObject({ state: { mind: work.mind } });
    expect(await fixture.vaults.find(phone)).toBeNull();
  });
});

it('removing a vault takes the generated pages and leaves what people wrote', async () => {
  await tellOfGraz();
  await fixture.vaults.setUp(ada, 'en');
  expect(await fixture.vaults.remove(ada)).toEqual({ ...nothing, removed: 6, pages: 0 });
  expect(existsSync(fixture.folder(ada))).toBe(false);
  await fixture.vaults.setUp(ada, 'en');
  fixture.write(ada, 'Diary.md', 'Mine.\n');
  await fixture.vaults.remove(ada);
  expect(fixture.files(ada)).toEqual({ 'Diary.md': 'Mine.\n' });
  expect(await fixture.vaults.sync(ada)).toBeNull();
});

it('a search finds generated pages and people’s own, in any script, the title first', async () => {
  await tellOfGraz();
  await fixture.save(ada.mind, '我们决定在格拉茨开会。');
  await fixture.vaults.setUp(ada, 'en');
  fixture.write(ada, 'Notes/Garden.md', 'The café beside Acme has old roses.\n');
  const found = (question: string) => searchPages([...files], question)?.map(({ path }) => path);
  const files = (await fixture.vaults.files(ada)) ?? [];
  expect(found('anna')?.[0]).toBe('People/Anna Huber.md');
  expect(found('CAFE rose')).toEqual(['Notes/Garden.md']);
  expect(found('格拉茨')).toEqual(['By month/2026-03.md']);
  expect(found('zeppelin')).toEqual([]);
  expect(searchPages(files, '?!')).toBeNull();
  const [garden] = searchPages(files, 'roses') ?? [];
  expect(garden).toMatchObject({ isOwn: true, title: 'Garden', excerpt: 'The café beside Acme has old roses.' });
  const [tea] = searchPages(files, 'likes tea') ?? [];
  expect(tea?.excerpt).toBe('2026-03-05: Anna Huber works at Acme Corp and likes tea.');
});
