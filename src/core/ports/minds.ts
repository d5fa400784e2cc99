import type {
  FrameScope,
  Importance,
  KeptFact,
  MemoryFrame,
  NewFact,
  NewFrame,
  Saved,
  Trust,
} from '../memory/frame.js';
import type {
  AwarenessCategory,
  AwarenessEntry,
  Entity,
  IdentityFields,
  ImprovementSignal,
  MappedEntity,
  MindSession,
  MindStats,
  Relation,
  SignalCategory,
} from '../memory/layers.js';
import type { MindId, MindView } from '../memory/reach.js';

/** Which term of the prior a search leans on (spec: memory, part E). */
export type SearchProfile = 'balanced' | 'recent' | 'important' | 'connected';

export interface MemoryQuery {
  /** What is looked for; empty gives the newest. */
  readonly text: string;
  readonly limit: number;
  readonly profile?: SearchProfile;
  /** Bounds on `createdAt`. */
  readonly since?: number;
  readonly until?: number;
  readonly gop?: string;
  /** Only these; default all but temporary and deprecated. */
  readonly importance?: readonly Importance[];
  readonly minTrust?: Trust;
  readonly now: number;
}

/** A hit: `score` is comparable within one mind only; between minds ranks are fused. */
export interface FoundFrame extends MemoryFrame {
  readonly mind: MindId;
  readonly score: number;
}

/** Which frames a listing gives: by the people's commands and the CLI, not by relevance. */
export interface FrameListing {
  readonly order: 'newest' | 'weightiest';
  readonly limit: number;
  /** Continues after this id in the same order. */
  readonly after?: number;
  readonly startsWith?: readonly string[];
  readonly importance?: readonly Importance[];
  readonly author?: string;
  readonly hasConflicts?: true;
}

/**
 * All minds of a data directory (DESIGN.md section 4): one SQLite file each, opened with first use in worker threads. Reading
 * a mind that nobody has written to costs neither a file nor a thread. Every method rejects with a WaggleError:
 * `mind-failed` (cannot be reached), `mind-too-new`, `memory-size`, `memory-full`, `memory-unknown` (of a correction); each has a
 * sentence that the person is told. What is `agent_inferred` is saved with trust 0, whatever the frame says.
 */
export interface Minds {
  save(mind: MindId, frame: NewFrame): Promise<Saved>;
  /** Best first, from all views together, fused by rank; the view of a workspace weighs 1.1. Works by keyword while vectors are missing or late. */
  search(views: readonly MindView[], query: MemoryQuery): Promise<readonly FoundFrame[]>;
  list(view: MindView, listing: FrameListing): Promise<readonly MemoryFrame[]>;
  get(view: MindView, ids: readonly number[]): Promise<readonly MemoryFrame[]>;
  /** Found by no search from now on; restorable for 90 days. Returns how many there were. */
  forget(view: MindView, ids: readonly number[], now: number): Promise<number>;
  restore(view: MindView, ids: readonly number[], now: number): Promise<number>;
  /** Puts `next` in the place of a frame: the old one names its successor. `next` counts as confirmed. */
  correct(view: MindView, id: number, next: NewFrame): Promise<Saved>;
  /** The person says which of conflicting frames stands; the others are superseded by it. */
  settle(view: MindView, keep: number, now: number): Promise<number>;
  setScope(view: MindView, ids: readonly number[], scope: FrameScope): Promise<number>;
  setImportance(view: MindView, ids: readonly number[], importance: Importance): Promise<number>;
  /** These were of use in an answer. */
  confirmUse(view: MindView, ids: readonly number[], now: number): Promise<void>;

  /** Values under keys. They are frames, and whatever is said of those holds for them. */
  readonly facts: {
    /** Puts a value in the place of the one that its key had. */
    keep(mind: MindId, fact: NewFact): Promise<KeptFact>;
    /** Those in force with exactly these keys: everybody's of the view, and those of these owners (accounts), which come first. */
    find(
      view: MindView,
      request: { readonly keys: readonly string[]; readonly owners: readonly string[] },
    ): Promise<readonly MemoryFrame[]>;
  };
  readonly identity: {
    get(mind: MindId): Promise<Partial<IdentityFields> | null>;
    set(mind: MindId, fields: Partial<IdentityFields>, now: number): Promise<void>;
  };
  readonly awareness: {
    list(mind: MindId, now: number): Promise<readonly AwarenessEntry[]>;
    add(
      mind: MindId,
      entry: {
        category: AwarenessCategory;
        content: string;
        priority: number;
        metadata?: Readonly<Record<string, string>>;
        expiresAt?: number;
        now: number;
      },
    ): Promise<number>;
    update(
      mind: MindId,
      id: number,
      change: { content?: string; priority?: number; metadata?: Readonly<Record<string, string>> },
    ): Promise<boolean>;
    remove(mind: MindId, id: number): Promise<boolean>;
  };
  readonly sessions: {
    /** The active session of a lane, made when there is none: two calls at once give the same one. */
    ensureActive(mind: MindId, lane: string, now: number): Promise<MindSession>;
    close(mind: MindId, gop: string, summary: string | null, now: number): Promise<void>;
    list(mind: MindId, limit: number): Promise<readonly MindSession[]>;
  };
  readonly knowledge: {
    /** Entities and relations of one text, saved with the frame that they come from. */
    learn(
      mind: MindId,
      request: {
        frame: number;
        entities: readonly { type: string; name: string }[];
        relations: readonly { from: string; type: string; to: string; confidence: number }[];
        now: number;
      },
    ): Promise<void>;
    /** Entities whose frames the view may see, with their current edges. `*` gives the best connected. */
    query(
      view: MindView,
      text: string,
      limit: number,
    ): Promise<readonly { entity: Entity; relations: readonly Relation[] }[]>;
    /** The `limit` best connected entities of which the view may see a frame, with those frames and the edges between them. */
    map(view: MindView, limit: number, now: number): Promise<readonly MappedEntity[]>;
    /** Corrects or ends an entity (`correct_knowledge`); what was known before stays in its time. */
    change(
      mind: MindId,
      id: number,
      change: { properties?: Readonly<Record<string, string>>; ended?: { reason: string }; now: number },
    ): Promise<boolean>;
  };
  readonly signals: {
    /** One more of these; `author` is the account in whose turn it happened. */
    record(
      mind: MindId,
      signal: { category: SignalCategory; key: string; detail: string; author: string | null; now: number },
    ): Promise<void>;
    /** At most three that are due: often enough, and not shown within their cool-down. */
    due(mind: MindId, now: number): Promise<readonly ImprovementSignal[]>;
    /** They were shown, and the model has answered. */
    commitSurfaced(
      mind: MindId,
      signals: readonly Pick<ImprovementSignal, 'category' | 'key'>[],
      now: number,
    ): Promise<void>;
  };

  stats(view: MindView): Promise<MindStats>;
  /** Every scope that has rows in a mind, for whoever may see all of it: an export, the operator. */
  scopesOf(mind: MindId): Promise<readonly FrameScope[]>;
  /** Every mind that has a file. */
  all(): Promise<readonly MindId[]>;
  /**
   * Moves everything of one person's mind into another's, each memory once by its hash; the source's file goes. With an
   * author only what that account gave (people who part); the rest stays. Broken off, it can be begun again.
   */
  merge(
    from: MindId,
    into: MindId,
    now: number,
    author?: string | null,
  ): Promise<{ readonly moved: number; readonly known: number }>;
  /** Deletes for good what an author left in a mind, index entries and vectors included; null author: the whole file. */
  erase(mind: MindId, author: string | null): Promise<number>;
  /** One bounded slice of upkeep (merging, ageing, index merge); true when there is more to do. */
  maintain(mind: MindId, now: number): Promise<boolean>;
  close(): Promise<void>;
}
