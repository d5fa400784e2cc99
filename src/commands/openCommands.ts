import { randomInt } from 'node:crypto';
import type { Pairing } from '../access/pairing.js';
import { newCode } from '../access/pairing.js';
import type { Clock } from '../core/clock.js';
import type { LaneMode } from '../core/laneMode.js';
import type { Log } from '../core/log.js';
import type { ChatRole } from '../core/ports/accessStore.js';
import type { Audit } from '../core/ports/audit.js';
import type { Minds } from '../core/ports/minds.js';
import type { TurnControl } from '../core/ports/turnControl.js';
import { LANGUAGE_SETTING } from '../core/wording.js';
import { exportPerson } from '../memory/exportMind.js';
import type { CompactNow } from '../runtime/compaction/compactNow.js';
import type { McpStatus } from '../runtime/mcp/mcpServer.js';
import type { ModelMenu } from '../runtime/model/modelMenu.js';
import type { PersonaShelf } from '../runtime/personas/personaShelf.js';
import type { ScheduleBook } from '../runtime/schedules/scheduleBook.js';
import type { Skills } from '../runtime/skills/openSkills.js';
import { eraseOwnSkills } from '../runtime/skills/ownSkills.js';
import type { Vaults } from '../runtime/vault/vaults.js';
import type { ReachOpener } from '../runtime/walls/openReach.js';
import type { GatewayDb } from '../store/openGatewayDb.js';
import { createAllowCommand } from './access/allow.js';
import { createPairCommand } from './access/pair.js';
import { createApprovalCommands, createChooseCommand } from './approvals/approvalCommands.js';
import { type BudgetCommandDeps, createBudgetCommand, describeBudgets } from './budget.js';
import { createBuiltins } from './builtins.js';
import { createContextCommand } from './context.js';
import { createCompactCommand } from './conversation/compactCommand.js';
import { createConversationCommands } from './conversation/conversationCommands.js';
import type { Languages } from './language.js';
import { createLanguageCommand } from './language.js';
import { createEraseEverything } from './memory/eraseEverything.js';
import { createMemoryCommands } from './memory/memoryCommands.js';
import { createModeCommand } from './mode.js';
import { createModelCommand, createModelHere } from './model/modelCommand.js';
import { createPeopleCommands } from './people/peopleCommands.js';
import { createPersonaChoices } from './personas/personaChoices.js';
import {
  createPersonaCommand,
  createPersonaSource,
  createPersonasCommand,
  describeCurrent,
} from './personas/personaCommands.js';
import type { Command, CommandRegistry } from './registry.js';
import { createCommandRegistry } from './registry.js';
import { createScheduleCommand } from './schedules/scheduleCommand.js';
import { createSkillCommands } from './skills/skillCommands.js';
import { createSkillsCommands } from './skills/skillsCommand.js';
import { COMMAND_SPECS } from './specs.js';
import { createStreamCommand } from './stream.js';
import { createUsageCommand } from './usage.js';
import { createWikiCommands } from './wiki/wikiCommands.js';
import { createUnlistedCommands, createWorkflowCommands } from './workflows/workflowCommands.js';

export interface CommandsDeps {
  readonly db: Pick<
    GatewayDb,
    | 'access'
    | 'transcripts'
    | 'conversation'
    | 'people'
    | 'chatSettings'
    | 'channelMemory'
    | 'overheard'
    | 'usage'
    | 'schedules'
  >;
  readonly control: TurnControl;
  readonly pairing: Pairing;
  readonly audit: Audit;
  /** What everybody is in mode `open`; null in any other. */
  readonly openRole: ChatRole | null;
  readonly budgetDeps: Omit<BudgetCommandDeps, 'personaHere' | 'personaId'>;
  readonly minds: Minds;
  readonly vaults: Vaults;
  readonly reach: ReachOpener;
  /** Moves the memories that links and partings of accounts asked for. */
  readonly moveMinds: () => Promise<void>;
  readonly personas: PersonaShelf;
  readonly skills: Skills;
  /** Ends what runs on for a lane's conversation in the background. */
  readonly endConversation: (lane: string) => Promise<void>;
  readonly models: ModelMenu;
  readonly compactNow: CompactNow | null;
  /** The MCP servers, for `/status`. */
  readonly mcpStatus: () => readonly McpStatus[];
  readonly schedules: ScheduleBook;
  readonly configuredPersona: string | null;
  /** `WAGGLE_LANE_MODE`. */
  readonly laneMode: LaneMode;
  readonly languages: Languages;
  readonly dataDir: string;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The built-ins as the specs list them: so every menu has them, the manifest for Slack too, and so `/help` does. */
function inOrder(builtins: readonly Command[]): readonly Command[] {
  const names = Object.keys(COMMAND_SPECS);
  return [...builtins].sort((a, b) => names.indexOf(a.spec.name) - names.indexOf(b.spec.name));
}

/** All slash commands of a gateway: the built-ins, then those of personas and skills. */
export function openCommands(deps: CommandsDeps): CommandRegistry {
  const {
    db,
    control,
    pairing,
    budgetDeps,
    minds,
    vaults,
    reach,
    moveMinds,
    personas,
    skills,
    models,
    schedules,
    configuredPersona,
  } = deps;
  const { laneMode, languages, dataDir, timeZone, clock, log } = deps;
  const personaCommands = {
    shelf: personas,
    choices: createPersonaChoices({
      shelf: personas,
      settings: db.chatSettings,
      people: db.people,
      configured: configuredPersona,
      clock,
    }),
  };
  const budgets: BudgetCommandDeps = {
    ...budgetDeps,
    personaHere: async (call) => (await personaCommands.choices.current(call))?.id ?? null,
    personaId: (name) => personas.find(name)?.id ?? null,
  };
  const settings = { people: db.people, settings: db.chatSettings, clock };
  const modelCommand = { ...settings, models, personaHere: personaCommands.choices.current };
  const modelHere = createModelHere(modelCommand).idFor;
  const registry = createCommandRegistry(
    inOrder([
      ...createBuiltins({
        control,
        transcripts: db.transcripts,
        clock,
        modelHere,
        mcpStatus: deps.mcpStatus,
        describeBudgets: (call) => describeBudgets(call, budgets),
        troublesOf: async (account) =>
          (await db.channelMemory.troubles())
            .filter((entry) => entry.account === account)
            .map(({ trouble }) => trouble),
        countSchedules: ({ principal }) => schedules.count(principal.person),
        describePersona: (call) => describeCurrent(call, personaCommands.choices),
        listFor: (forRole) => registry.listFor(forRole),
      }),
      createPairCommand({ pairing }),
      createAllowCommand({ access: db.access, audit: deps.audit, openRole: deps.openRole, clock }),
      ...createApprovalCommands({ control, pairing }),
      createUsageCommand({ usage: db.usage, clock, timeZone }),
      createBudgetCommand(budgets),
      createLanguageCommand({
        settings: db.chatSettings,
        setting: LANGUAGE_SETTING,
        languages,
        clock,
      }),
      createModeCommand({ settings: db.chatSettings, configured: laneMode, clock }),
      ...createMemoryCommands({
        minds,
        openReach: (call) => reach.open(call, log),
        exportPerson: (person) =>
          exportPerson(person, { minds, people: db.people, schedules: db.schedules, now: clock.now() }),
        dataDir,
        eraseEverything: createEraseEverything({
          minds,
          people: db.people,
          control,
          endConversation: deps.endConversation,
          eraseSkills: (person) => eraseOwnSkills(skills.library, person),
          dataDir,
          clock,
        }),
        clock,
        log,
      }),
      ...createPeopleCommands({ ...settings, moveMinds, newCode: () => newCode(randomInt) }),
      createModelCommand(modelCommand),
      createStreamCommand(settings),
      createCompactCommand({ compactNow: deps.compactNow, modelHere, personaHere: budgets.personaHere }),
      ...createConversationCommands({
        conversation: db.conversation,
        transcripts: db.transcripts,
        overheard: db.overheard,
        endConversation: deps.endConversation,
        clock,
      }),
      createScheduleCommand({ book: schedules, timeZone }),
      createContextCommand({ settings: db.chatSettings, overheard: db.overheard, clock }),
      createPersonaCommand(personaCommands),
      createPersonasCommand(personaCommands),
      ...createSkillsCommands({ library: skills.library, writer: skills.writer, listed: skills.atStart, clock }),
      ...createWikiCommands({ vaults, minds, openReach: (call) => reach.open(call, log), dataDir }),
      ...createWorkflowCommands(),
    ]),
    [
      createUnlistedCommands(),
      createChooseCommand({ control }),
      createPersonaSource(personaCommands),
      createSkillCommands({ library: skills.library, listed: skills.atStart }),
    ],
  );
  return registry;
}
