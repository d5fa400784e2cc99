import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sentFileSchema } from '../../../src/core/eventSchema.js';
import { type JournalStep, journalStepSchema } from '../../../src/core/journal.js';
import { laneIdOf } from '../../../src/core/lane.js';
import type { ChatAddress } from '../../../src/core/message.js';
import { createSendFile } from '../../../src/runtime/tools/sendFile.js';
import { sentFileIn } from '../../../src/runtime/tools/sentFiles.js';
import type { ToolContext } from '../../../src/runtime/tools/toolDefinition.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { makeScope } from '../memoryFixture.js';

const address: ChatAddress = { platform: 'telegram', account: '42', chat: '7', kind: 'dm' };
let dataDir: string;
let workspace: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-send-'));
  workspace = laneWorkspace(dataDir, laneIdOf(address));
  mkdirSync(workspace, { recursive: true });
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const context: ToolContext = {
  signal: new AbortController().signal,
  agents: null,
  scope: makeScope({
    address,
    principal: {
      person: 'telegram:42:7',
      role: 'owner',
      sender: { user: '7', name: 'Ada', isBot: false, verifiedBy: 'platform' },
    },
  }),
};

const send = (path: string, name?: string) =>
  createSendFile({ dataDir }).execute({ path, ...(name === undefined ? {} : { name }) }, context);

describe('send_file', () => {
  it('gives a copy: what is written to the file later is not sent', async () => {
    mkdirSync(join(workspace, 'out'));
    writeFileSync(join(workspace, 'out', 'a report.md'), '# Bees');
    const sent = sentFileSchema.parse(await send('out/a report.md'));
    expect(sent).toMatchObject({ name: 'a report.md', mime: 'text/markdown', bytes: 6 });
    writeFileSync(join(workspace, 'out', 'a report.md'), 'changed');
    expect(readFileSync(join(workspace, sent.path), 'utf8')).toBe('# Bees');
    writeFileSync(join(workspace, 'out', 'a report.md'), '# Bees');
    expect(sentFileSchema.parse(await send('./out/a report.md'))).toEqual(sent);
  });

  it('names the copy as asked, with nothing in the name that a path, a header or a prompt could trip over', async () => {
    writeFileSync(join(workspace, 'x.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    const sent = sentFileSchema.parse(await send('x.png', '../../etc/"ca`t";\r\n.png'));
    expect(sent).toMatchObject({ name: 'ca_t____.png', mime: 'image/png' });
  });

  it.each([
    ['../secret.txt', /only files in the workspace/],
    ['/etc/passwd', /only files in the workspace/],
    ['nothing.txt', /there is no file/],
    ['link.txt', /links/],
    ['linked/secret.txt', /links/],
    ['folder', /no folders/],
    ['empty.txt', /empty/],
  ])('refuses %s', async (path, why) => {
    writeFileSync(join(dataDir, 'secret.txt'), 'secret');
    symlinkSync(join(dataDir, 'secret.txt'), join(workspace, 'link.txt'));
    symlinkSync(dataDir, join(workspace, 'linked'));
    mkdirSync(join(workspace, 'folder'));
    writeFileSync(join(workspace, 'empty.txt'), '');
    await expect(send(path)).rejects.toThrow(why);
  });
});

describe('a step of the journal', () => {
  const result = JSON.stringify({
    path: `outbox/${'a'.repeat(16)}/x.md`,
    name: 'x.md',
    mime: 'text/markdown',
    bytes: 3,
  });
  const step = (fields: object): JournalStep => ({
    type: 'toolEnd',
    call: 'c1',
    name: 'send_file',
    result,
    failed: false,
    counted: true,
    ...fields,
  });

  it('gives a file when it ended a call of send_file, also of a sub-agent', () => {
    expect(sentFileIn(step({}))).toMatchObject({ name: 'x.md', bytes: 3 });
    const inner = journalStepSchema.parse({ type: 'agent', run: 'c0', step: step({}) });
    expect(sentFileIn(inner)).toMatchObject({ name: 'x.md' });
  });

  it.each([
    [{ failed: true }],
    [{ name: 'read_file' }],
    [{ result: '[SECURITY] Tool output flagged. Content sanitized.' }],
    [{ result: result.replace('outbox/', '../') }],
    [{ result: result.replace('/x.md', '/../../x.md') }],
  ])('gives none otherwise: %j', (fields) => {
    expect(sentFileIn(step(fields))).toBeNull();
  });
});
