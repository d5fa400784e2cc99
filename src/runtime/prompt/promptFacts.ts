import type { VoidedCalls } from '../../core/journal.js';
import type { ChatAddress, ScheduledRun } from '../../core/message.js';
import type { OverheardLine } from '../../core/ports/overheard.js';
import type { PriorConversation } from '../../core/ports/transcripts.js';
import type { CoreFacts } from '../orchestrator/orchestrator.js';
import type { Recall } from '../recall/recallMemory.js';
import type { BehavioralSpec } from './behavioralSpec.js';
import type { PersonaPrompt, Tone } from './composePersona.js';

/** What a person told about themselves (`/profile`). */
export interface UserProfile {
  readonly name?: string;
  readonly role?: string;
  readonly company?: string;
  readonly industry?: string;
  readonly writingStyle?: string;
  readonly brand?: string;
}

/** What is going on in the workspace; one line each. */
export interface WorkspaceNow {
  readonly openTasks?: readonly string[];
  readonly currentPlan?: readonly string[];
  readonly schedules?: readonly string[];
  readonly recentFiles?: readonly string[];
  readonly runningAgents?: readonly string[];
}

/** Where and when a turn runs. */
export interface RuntimeFacts {
  /** Milliseconds UTC. */
  readonly now: number;
  readonly timeZone: string;
  readonly address: Pick<ChatAddress, 'platform' | 'kind' | 'thread'>;
  readonly memberCount?: number;
  readonly workspaceFolder?: string;
  /** No person wrote now: it is the run of a schedule. */
  readonly scheduled?: ScheduledRun;
}

/**
 * What the ten layers of a prompt are made of (contract: agent runtime 13). A part that is missing or empty costs
 * nothing.
 */
export interface PromptFacts {
  /** `/instructions` and configuration. */
  readonly instructions?: string;
  /** In a group: what the sender alone asks for in answers to himself. */
  readonly senderInstructions?: string;
  readonly core: CoreFacts;
  /** The sender's. */
  readonly profile?: UserProfile;
  readonly runtime: RuntimeFacts;
  readonly spec: BehavioralSpec;
  /** The index of skills (`buildSkillIndex`). */
  readonly skills?: string;
  readonly workspaceNow?: WorkspaceNow;
  /** What the user corrected again and again. */
  readonly corrections?: readonly string[];
  readonly persona: PersonaPrompt | null;
  readonly tone?: Tone;
  /** Memories that fit the message, best first; null when recall failed. */
  readonly recalled: Recall;
  /** What a group said that was not meant for the assistant, oldest first. */
  readonly overheard?: readonly OverheardLine[];
  /** What the person and the assistant said last, before this conversation; null: nothing, or not for this place. */
  readonly prior?: PriorConversation | null;
  /** What attempts changed that an edit of the message made void. */
  readonly voided?: VoidedCalls;
  /** What the user says, without anything around it. */
  readonly query: string;
  /** Characters of the request besides the prompt: tools and history. */
  readonly aroundChars: number;
  /** Nothing was said in this conversation before. */
  readonly isFirst: boolean;
  /** The model that answers this turn, where it is not the usual one. */
  readonly standInModel?: string;
}
