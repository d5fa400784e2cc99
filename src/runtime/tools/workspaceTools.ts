import type { Clock } from '../../core/clock.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { BackgroundTasks } from '../tasks/backgroundTasks.js';
import type { Extractor } from '../web/extractor.js';
import { createEditFile, createMultiEdit } from './files/editFile.js';
import { createListFiles, createSearchFiles } from './files/listFiles.js';
import { createApplyPatch } from './files/patch/applyPatch.js';
import { createReadDocument } from './files/readDocument.js';
import { createReadFile } from './files/readFile.js';
import { createSearchContent } from './files/searchContent.js';
import { createTree } from './files/tree.js';
import { createWriteFile } from './files/writeFile.js';
import { createBash } from './shell/bash.js';
import { createRunCode } from './shell/runCode.js';
import { createGetTaskOutput, createKillTask } from './shell/taskTools.js';
import type { ToolDefinition } from './toolDefinition.js';

export interface WorkspaceToolDeps {
  readonly dataDir: string;
  readonly sandbox: Sandbox;
  readonly tasks: BackgroundTasks;
  readonly extractor: Extractor;
  readonly clock: Clock;
}

/** The tools over a lane's workspace (spec runtime 8, System). */
export function createWorkspaceTools(deps: WorkspaceToolDeps): readonly ToolDefinition[] {
  return [
    createReadFile({ dataDir: deps.dataDir, readDocument: createReadDocument(deps) }),
    createWriteFile(deps),
    createEditFile(deps),
    createMultiEdit(deps),
    createApplyPatch(deps),
    createListFiles(deps),
    createTree(deps),
    createSearchFiles(deps),
    createSearchContent(deps),
    createBash(deps),
    createRunCode(deps),
    createGetTaskOutput(deps),
    createKillTask(deps),
  ];
}
