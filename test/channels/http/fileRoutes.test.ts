import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fileAddress } from '../../../src/channels/http/fileRoutes.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { type ChatGateway, startChatGateway, TOKEN } from './chatGateway.js';
import { openingOf, postChat, receiveAll } from './sseClient.js';

const BEARER = { Authorization: `Bearer ${TOKEN}` };
const FOLDER = '0123456789abcdef';
const NAME = 'Bericht „Ö“ (1)*.html';
const PAGE = '<script>alert(1)</script>';

const opened: ChatGateway[] = [];
afterEach(async () => {
  for (const gateway of opened.splice(0)) await gateway.close();
});

/** A conversation whose turn has sent a file, and that file's address. */
async function open() {
  const file = { path: `outbox/${FOLDER}/${NAME}`, name: NAME, mime: 'text/html', bytes: PAGE.length };
  const gateway = await startChatGateway({
    script: ({ emit, answer }) => {
      emit({ type: 'file', file });
      answer('There it is.');
    },
  });
  opened.push(gateway);
  const events = await receiveAll(await postChat(gateway.url, { message: 'hi', conversation: 'c' }));
  const { turn } = openingOf(events[0]);
  const sent = events.find(({ name }) => name === 'file')?.data;
  const record = await gateway.db.lanes.turnById(turn);
  const workspace = laneWorkspace(gateway.dataDir, record?.lane.id ?? '');
  const outbox = join(workspace, 'outbox', FOLDER);
  await mkdir(outbox, { recursive: true });
  await writeFile(join(outbox, NAME), PAGE);
  const get = (path: string, headers: Record<string, string> = BEARER) => fetch(`${gateway.url}${path}`, { headers });
  return { gateway, turn, sent, outbox, workspace, get };
}

describe('a file that a turn sent', () => {
  it('is saved under its name by holders of the token, and never shown', async () => {
    const { turn, sent, get } = await open();
    const url = `/api/turns/${turn}/files/${FOLDER}/${encodeURIComponent(NAME)}`;
    expect(sent).toEqual({ name: NAME, mime: 'text/html', bytes: PAGE.length, url });
    expect((await get(url, {})).status).toBe(401);
    expect((await get(url, { Authorization: 'Bearer wrong' })).status).toBe(401);
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(PAGE);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(PAGE.length),
      'content-disposition':
        'attachment; filename="Bericht ___ (1)_.html"; filename*=UTF-8\'\'Bericht%20%E2%80%9E%C3%96%E2%80%9C%20%281%29%2A.html',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('is not there for another turn, another name, a link, a folder or a way out of the outbox', async () => {
    const { gateway, turn, outbox, workspace, get } = await open();
    const other = openingOf(
      (await receiveAll(await postChat(gateway.url, { message: 'x', conversation: 'd' })))[0],
    ).turn;
    await writeFile(join(workspace, 'private.txt'), 'private');
    await symlink(join(workspace, 'private.txt'), join(outbox, 'link.txt'));
    await mkdir(join(outbox, 'folder'));
    await symlink(workspace, join(workspace, 'outbox', 'f'.repeat(16)));
    const below = (path: string) => `/api/turns/${turn}/files/${path}`;
    const name = encodeURIComponent(NAME);
    for (const path of [
      `/api/turns/${other}/files/${FOLDER}/${name}`,
      `/api/turns/nobody/files/${FOLDER}/${name}`,
      below(`${FOLDER}/missing.txt`),
      below(`${FOLDER}/link.txt`),
      below(`${FOLDER}/folder`),
      below(`${'f'.repeat(16)}/private.txt`),
      below(`${FOLDER}/${encodeURIComponent('../../private.txt')}`),
      below(`${encodeURIComponent(`../${FOLDER}`)}/${name}`),
      below(`${FOLDER}/%2e%2e`),
      below(`${FOLDER}/..%5cprivate.txt`),
      below(`${FOLDER}/%00`),
      below(`${FOLDER}/%ff`),
      below(`${FOLDER.toUpperCase()}/${name}`),
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  it('that is empty comes empty', async () => {
    const { turn, outbox, get } = await open();
    await writeFile(join(outbox, 'empty.txt'), '');
    const answer = await get(`/api/turns/${turn}/files/${FOLDER}/empty.txt`);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('has an address only where it lies in an outbox', () => {
    expect(fileAddress('t/1', `outbox/${FOLDER}/a b.txt`)).toBe(`/api/turns/t%2F1/files/${FOLDER}/a%20b.txt`);
    for (const path of [
      'inbox/x.txt',
      `outbox/${FOLDER}/../x`,
      `/outbox/${FOLDER}/x`,
      `outbox/${FOLDER}/`,
      'outbox/x',
    ]) {
      expect([path, fileAddress('t', path)]).toEqual([path, null]);
    }
  });
});
