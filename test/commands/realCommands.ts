import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAudit } from '../../src/access/audit.js';
import { createPairing } from '../../src/access/pairing.js';
import { createAccessPolicy } from '../../src/access/policy.js';
import { openCommands } from '../../src/commands/openCommands.js';
import type { CommandAnswer, CommandRegistry, Handoff } from '../../src/commands/registry.js';
import { silentLog } from '../../src/core/log.js';
import { createMinds } from '../../src/memory/minds.js';
import { LANGUAGE_NAMES, wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { createModelMenu } from '../../src/runtime/model/modelMenu.js';
import { createScheduleBook } from '../../src/runtime/schedules/scheduleBook.js';
import { openSkills } from '../../src/runtime/skills/openSkills.js';
import { createVaults } from '../../src/runtime/vault/vaults.js';
import { withVaults } from '../../src/runtime/vault/withVaults.js';
import { createReachOpener } from '../../src/runtime/walls/openReach.js';
import type { GatewayDb } from '../../src/store/openGatewayDb.js';
import { createTurnControl } from '../../src/turns/control.js';
import { answerCommand } from '../../src/turns/controlTurn.js';
import { createInProcessWaker } from '../../src/turns/waker/inProcessWaker.js';
import { openTestShelf } from '../runtime/personas/testShelf.js';
import { skillText } from '../runtime/skills/skillFixture.js';
import { conversationIn } from '../store/conversation.js';
import { openTestDb } from '../store/openTestDb.js';

/** All commands of a gateway with their engines, on a data directory of their own. */
export interface RealCommands {
  readonly db: GatewayDb;
  readonly registry: CommandRegistry;
  /** What is said to a message of Ada's, in a lane of its own or in this one; null: it is the model's. */
  say(text: string, lane?: string): Promise<CommandAnswer | Handoff | null>;
  /** One exchange with the model, kept in the lane's history. */
  exchange(lane: string, text: string): Promise<void>;
  history(lane: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** @param skills that whoever runs the gateway shares with everybody, besides the bundled ones */
export async function openRealCommands(skills: readonly string[] = []): Promise<RealCommands> {
  const { db, clock, dispose } = await openTestDb();
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-commands-'));
  for (const slug of skills) {
    await mkdir(join(dataDir, 'skills', slug), { recursive: true });
    await writeFile(join(dataDir, 'skills', slug, 'SKILL.md'), skillText(slug, 'Do it.'));
  }
  const shelf = openTestShelf({ dataDir });
  const bareMinds = createMinds({ dataDir, clock, log: silentLog });
  const vaults = createVaults({
    dataDir,
    minds: bareMinds,
    leases: db.leases,
    owner: 'test',
    wordingIn,
    clock,
    log: silentLog,
  });
  const reach = createReachOpener({ whereabouts: db.whereabouts, clock });
  const audit = createAudit({ store: db.audit, clock, redact: (text) => text });
  const pairing = createPairing({ store: db.access, audit, clock, randomInt: () => 0 });
  const waker = createInProcessWaker({ slots: { main: 1, ctl: 1, bg: 1 }, log: silentLog });
  const schedules = createScheduleBook({
    schedules: db.schedules,
    waker,
    newTurnId: () => randomUUID(),
    clock,
    timeZone: 'Europe/Berlin',
  });
  const registry = openCommands({
    db,
    schedules,
    control: createTurnControl({ lanes: db.lanes, questions: db.questions, audit, waker, clock, stopHere: () => {} }),
    pairing,
    audit,
    openRole: null,
    budgetDeps: { usage: db.usage, policy: { dailyUsd: null, mode: 'soft' }, clock, timeZone: 'UTC' },
    minds: withVaults(bareMinds, vaults, silentLog),
    vaults,
    reach,
    moveMinds: async () => {},
    personas: shelf,
    skills: await openSkills({ dataDir, clock, log: silentLog }),
    endConversation: async () => {},
    models: createModelMenu({
      model: 'm',
      budgetModel: null,
      isConfigured: true,
      isDemo: false,
      offered: { list: async () => null },
      personas: { modelFor: async (_, usual) => usual },
    }),
    compactNow: null,
    mcpStatus: () => [],
    configuredPersona: null,
    laneMode: 'queue',
    languages: { names: LANGUAGE_NAMES, wordingIn },
    dataDir,
    timeZone: 'UTC',
    clock,
    log: silentLog,
  });
  const access = createAccessPolicy({ mode: 'open', owners: [], allowed: [], store: db.access });

  return {
    db,
    registry,
    say: async (text, lane) => {
      const talk = conversationIn(db, 'main', lane);
      await talk.accept({ parts: [{ type: 'text', text }] });
      const claimed = await talk.mustClaim();
      const { signal } = new AbortController();
      const answer = await answerCommand(claimed, wordingIn('en'), signal, {
        access,
        pairing,
        audit,
        commands: registry,
      });
      await talk.finish(claimed);
      if (answer !== null && 'silent' in answer) throw new Error('nobody is told anything');
      return answer;
    },
    exchange: async (lane, text) => {
      const talk = conversationIn(db, 'main', lane);
      await talk.accept();
      const transcript = [{ role: 'user' as const, content: text, shown: null }];
      await talk.finish(await talk.mustClaim(), 'done', { transcript });
    },
    history: async (lane) => (await db.transcripts.history({ lane, limit: 50 })).map(({ content }) => content),
    close: async () => {
      await waker.close();
      await reach.settled();
      await bareMinds.close();
      shelf.close();
      await dispose();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
