import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { laneIdOf } from '../../../src/core/lane.js';
import { silentLog } from '../../../src/core/log.js';
import type { ChatAddress } from '../../../src/core/message.js';
import type { Role } from '../../../src/core/ports/accessStore.js';
import { openSkills, type Skills } from '../../../src/runtime/skills/openSkills.js';
import { skillOwnerOf } from '../../../src/runtime/skills/skillOwner.js';
import type { ToolContext, ToolDefinition, TurnScope } from '../../../src/runtime/tools/toolDefinition.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { makeScope } from '../memoryFixture.js';

/** A SKILL.md with a body of its own. */
export const skillText = (name: string, body: string, more = '') =>
  `---\nname: ${name}\ndescription: Use when the user wants ${name}.\n${more}---\n# ${name}\n${body}\n`;

export interface SkillFixture {
  readonly dataDir: string;
  readonly skills: Skills;
  /** Ada's direct chat, or with `kind: group` a group in which she has the role. */
  scope(options?: { kind?: 'dm' | 'group'; role?: Role; turn?: string; person?: string }): TurnScope;
  owner: string;
  /** Calls a tool as the loop does; the result as it returns it. */
  call(tool: ToolDefinition, args: Record<string, unknown>, scope?: TurnScope): Promise<unknown>;
  /** Somebody on the machine edits the SKILL.md of an own skill. */
  writeSkill(owner: string, slug: string, body: string): Promise<void>;
  /** Puts a file into the workspace of Ada's chat. */
  putFile(path: string, text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSkillFixture(): Promise<SkillFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-skills-'));
  let now = Date.UTC(2026, 11, 1);
  const clock = { now: () => now++ };
  const skills = await openSkills({ dataDir, clock, log: silentLog });
  const { principal } = makeScope();
  const dm: ChatAddress = { platform: 'telegram', account: '1', chat: '11', kind: 'dm' };
  const scope: SkillFixture['scope'] = ({
    kind = 'dm',
    role = 'member',
    turn = 't1',
    person = 'telegram:1:11',
  } = {}) => ({
    ...makeScope(),
    turn,
    principal: { ...principal, person, role },
    address: { ...dm, ...(kind === 'group' ? { chat: '-100' } : {}), kind },
  });
  return {
    dataDir,
    skills,
    scope,
    owner: skillOwnerOf({ person: 'telegram:1:11' }, dm),
    call: (tool, args, given = scope()) => {
      const context: ToolContext = { signal: new AbortController().signal, scope: given, agents: null };
      return tool.execute(tool.args.parse(args), context);
    },
    writeSkill: (owner, slug, body) =>
      writeFile(join(skills.library.ownRoot(owner), slug, 'SKILL.md'), skillText(slug, body)),
    putFile: async (path, text) => {
      const full = join(laneWorkspace(dataDir, laneIdOf(dm)), path);
      await mkdir(join(full, '..'), { recursive: true });
      await writeFile(full, text);
    },
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}
