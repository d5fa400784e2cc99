import type { Frame } from './frames.js';

/** Something that is being worked on. */
export interface ActiveWork {
  readonly category: string;
  readonly content: string;
  readonly priority: number;
}

/** What a mind holds ready for a turn, typed (contract: agent runtime 6.3). */
export interface ContextFrames {
  /** I frames. */
  readonly stateFrames: readonly Frame[];
  /** P and B frames. */
  readonly recentChanges: readonly Frame[];
  readonly activeWork: readonly ActiveWork[];
  /** `type: name`, the best connected first. */
  readonly keyEntities: readonly string[];
  readonly personalPreferences: readonly string[];
}

export const NO_CONTEXT: ContextFrames = {
  stateFrames: [],
  recentChanges: [],
  activeWork: [],
  keyEntities: [],
  personalPreferences: [],
};

/** What was found for the message. The scan is done once, by whoever recalled; it is not repeated here. */
export interface RecalledMemory {
  readonly workspace: readonly Frame[];
  readonly personal: readonly Frame[];
  readonly scanSafe: boolean;
}
