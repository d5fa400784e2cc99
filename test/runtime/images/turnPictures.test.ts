import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import type { FilePart } from '../../../src/core/message.js';
import { MAX_PICTURES, openTurnPictures } from '../../../src/runtime/images/turnPictures.js';
import { userText } from '../../../src/runtime/prompt/userText.js';
import { jpegOf, pngOf } from '../../setup/pictures.js';
import { makeMessage } from '../turnFixture.js';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'waggle-pictures-'));
  await mkdir(join(workspace, 'inbox'));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

async function put(name: string, content: Buffer, mime = 'image/png'): Promise<FilePart> {
  const path = `inbox/${name}`;
  await writeFile(join(workspace, path), content);
  const bytes = content.length;
  return { type: 'file', ref: name, mime, bytes, name, received: { path, mime, bytes } };
}

const open = (canSee = true) => openTurnPictures({ workspace, canSee, log: silentLog });

/** What the model is told of each file, and how many pictures it is shown. */
async function show(parts: readonly FilePart[], canSee = true) {
  const pictures = open(canSee);
  const [message = makeMessage('')] = await pictures.take([makeMessage('look', { identity: 'm', parts: [...parts] })]);
  return { lines: userText(message).split('\n'), images: pictures.of('m') };
}

describe('the pictures of a turn', () => {
  it('are shown by what they are, whatever they are called', async () => {
    const { lines, images } = await show([
      await put('a.gif', pngOf(40, 30)),
      await put('b', jpegOf(7, 9), 'image/jpeg'),
    ]);
    expect(images).toEqual([
      { url: `data:image/png;base64,${pngOf(40, 30).toString('base64')}`, width: 40, height: 30 },
      { url: `data:image/jpeg;base64,${jpegOf(7, 9).toString('base64')}`, width: 7, height: 9 },
    ]);
    expect(lines[0]).toBe('[attached: "a.gif", image/png, 64 bytes; in your workspace: inbox/a.gif]');
  });

  it('other files are none', async () => {
    const { images } = await show([await put('a.pdf', Buffer.from('%PDF-'), 'application/pdf')]);
    expect(images).toEqual([]);
  });

  it('a model that sees none is told of each', async () => {
    const { lines, images } = await show([await put('a.png', pngOf(40, 30))], false);
    expect(images).toEqual([]);
    expect(lines).toEqual([
      '[attached: "a.png", image/png, 64 bytes; you cannot see it, because this model takes no pictures; tell the user so if it matters; in your workspace: inbox/a.png]',
    ]);
  });

  it.each([
    ['8000 a side', pngOf(8000, 8000), null],
    ['one pixel more', pngOf(8001, 10), 'it has 8001x10 pixels, and only 8000 a side can be shown'],
    ['as large as may be', pngOf(9, 9, 3_750_000), null],
    ['one byte more', pngOf(9, 9, 3_750_001), 'pictures of up to 3.75 MB can be shown'],
    ['no picture', Buffer.from('hello'), 'it is damaged, or no PNG, JPEG, GIF or WebP'],
    ['nothing', Buffer.alloc(0), 'it is damaged, or no PNG, JPEG, GIF or WebP'],
  ])('%s', async (_, content, why) => {
    const { lines, images } = await show([await put('a.png', content)]);
    expect(images).toHaveLength(why === null ? 1 : 0);
    expect(lines[0]?.includes('you are not shown it')).toBe(why !== null);
    if (why !== null) expect(lines[0]).toContain(`you are not shown it: ${why}; in your workspace`);
  });

  it('are so many, and so large together, over all messages of the turn', async () => {
    const part = await put('a.png', pngOf(9, 9));
    const pictures = open();
    await pictures.take([makeMessage('', { identity: '1', parts: Array.from({ length: 5 }, () => part) })]);
    const [second] = await pictures.take([
      makeMessage('', { identity: '2', parts: Array.from({ length: 5 }, () => part) }),
    ]);
    expect([pictures.of('1').length, pictures.of('2').length]).toEqual([5, MAX_PICTURES - 5]);
    expect(JSON.stringify(second).match(/only 8 pictures fit into a turn/g)).toHaveLength(2);

    const large = await put('b.png', pngOf(9, 9, 3_500_000));
    const { lines, images } = await show([large, large, large, large, large, part]);
    expect(images).toHaveLength(5);
    expect(lines[4]).toContain('the pictures of a turn may have 15 MB together');
  });

  it('that are gone, or links by now, are told', async () => {
    const gone = await put('a.png', pngOf(9, 9));
    await rm(join(workspace, 'inbox/a.png'));
    await writeFile(join(workspace, 'secret.png'), pngOf(9, 9));
    await symlink(join(workspace, 'secret.png'), join(workspace, 'inbox/b.png'));
    const linked: FilePart = { ...gone, received: { path: 'inbox/b.png', mime: 'image/png', bytes: 64 } };
    const { lines, images } = await show([gone, linked]);
    expect(images).toEqual([]);
    expect(lines.filter((line) => line.includes('the file cannot be read'))).toHaveLength(2);
  });
});
