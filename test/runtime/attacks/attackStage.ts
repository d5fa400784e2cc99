import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/core/clock.js';
import { laneIdOf } from '../../../src/core/lane.js';
import { silentLog } from '../../../src/core/log.js';
import { hiddenFolders } from '../../../src/runtime/sandbox/hiddenFolders.js';
import { openSandbox } from '../../../src/runtime/sandbox/sandbox.js';
import type { SandboxLimits } from '../../../src/runtime/sandbox/sandboxLimits.js';
import { createBackgroundTasks } from '../../../src/runtime/tasks/backgroundTasks.js';
import { openDocumentTools } from '../../../src/runtime/tools/documents/documentTools.js';
import { resultText } from '../../../src/runtime/tools/resultText.js';
import { createSendFile } from '../../../src/runtime/tools/sendFile.js';
import type { ToolContext } from '../../../src/runtime/tools/toolDefinition.js';
import { createWorkspaceTools } from '../../../src/runtime/tools/workspaceTools.js';
import { createExtractor } from '../../../src/runtime/web/extractor.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import type { WorkspaceQuota } from '../../../src/runtime/workspace/workspaceQuota.js';
import { makeScope } from '../memoryFixture.js';

/** Stands in every file that no tool of the attacked lane may read. */
export const PLANTED = 'planted-secret-words';

/** What became of a call. */
export interface Outcome {
  readonly failed: boolean;
  readonly text: string;
}

/** A machine with secrets on it, and a lane whose tools an attacker calls. */
export interface AttackStage {
  readonly dataDir: string;
  /** Of the lane that is attacked from. */
  readonly workspace: string;
  readonly otherWorkspace: string;
  /** A folder outside of the gateway's data, with `secret.txt` in it. */
  readonly outside: string;
  use(tool: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Outcome>;
  /** The same tool as a read-only persona has it. */
  useReadOnly(tool: string, args: Readonly<Record<string, unknown>>): Promise<Outcome>;
  /** Empties the workspace but for `a/note.txt`. */
  renew(): void;
  /** Everything that is not the attacked workspace: names, modes and contents. */
  snapshot(): string;
  close(): Promise<void>;
}

const OWN = { platform: 'telegram', account: '42', chat: '7', kind: 'dm' } as const;

export function openAttackStage(limits: Partial<SandboxLimits> = {}, quota?: WorkspaceQuota): AttackStage {
  const root = mkdtempSync(join(tmpdir(), 'waggle-attack-'));
  // Readable for everybody, so that it is the walls that hold and not the modes.
  chmodSync(root, 0o755);
  const dataDir = join(root, 'data');
  const outside = join(root, 'outside');
  const workspace = laneWorkspace(dataDir, laneIdOf(OWN));
  const otherWorkspace = laneWorkspace(dataDir, laneIdOf({ ...OWN, chat: '8' }));
  for (const folder of [outside, workspace, otherWorkspace]) mkdirSync(folder, { recursive: true });
  const secrets = [join(outside, 'secret.txt'), join(otherWorkspace, 'secret.txt')];
  for (const name of ['gateway.db', 'http-token', 'waggle.config.json']) secrets.push(join(dataDir, name));
  for (const path of secrets) writeFileSync(path, `${PLANTED}\n`);

  const sandbox = openSandbox({
    clock: systemClock,
    hidden: hiddenFolders(dataDir),
    limits,
    ...(quota === undefined ? {} : { quota }),
  });
  const tasks = createBackgroundTasks({ dataDir, sandbox, clock: systemClock, log: silentLog });
  const extractor = createExtractor({ clock: systemClock });
  const documents = openDocumentTools({ dataDir, clock: systemClock });
  const tools = [
    ...createWorkspaceTools({ dataDir, sandbox, tasks, extractor, clock: systemClock }),
    createSendFile({ dataDir }),
    ...documents.tools,
  ];

  const call = async (
    name: string,
    args: Readonly<Record<string, unknown>>,
    isReadOnly: boolean,
    signal = new AbortController().signal,
  ): Promise<Outcome> => {
    const found = tools.find((tool) => tool.name === name);
    const tool = isReadOnly ? found?.readOnly : found;
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    const context: ToolContext = { signal, scope: makeScope({ address: OWN }), agents: null };
    try {
      return { failed: false, text: resultText(await tool.execute(tool.args.parse(args), context)) };
    } catch (thrown) {
      return { failed: true, text: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  };

  return {
    dataDir,
    workspace,
    otherWorkspace,
    outside,
    use: (name, args, signal) => call(name, args, false, signal),
    useReadOnly: (name, args) => call(name, args, true),
    renew: () => {
      rmSync(workspace, { recursive: true, force: true });
      mkdirSync(join(workspace, 'a'), { recursive: true });
      writeFileSync(join(workspace, 'a/note.txt'), 'own words\n');
    },
    snapshot: () => describeTree(root, workspace).join('\n'),
    close: async () => {
      await tasks.close();
      await documents.close();
      await extractor.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function describeTree(path: string, except: string): string[] {
  if (path === except) return [];
  const stat = lstatSync(path);
  const line = `${path} ${stat.mode.toString(8)}`;
  if (stat.isSymbolicLink()) return [`${line} -> ${readlinkSync(path)}`];
  if (!stat.isFile() && !stat.isDirectory()) return [`${line} special`];
  if (stat.isFile()) return [`${line} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`];
  const inner = readdirSync(path)
    .sort()
    .flatMap((name) => describeTree(join(path, name), except));
  return [line, ...inner];
}
