/** The layers of a mind besides its frames (contract: agent runtime 6, 9). Times are milliseconds UTC. */

/** Who the assistant is: gateway-wide, each field replaced where a workspace has its own. Only the name is needed. */
export interface IdentityFields {
  readonly name: string;
  readonly role?: string;
  readonly department?: string;
  readonly personality?: string;
  readonly capabilities?: string;
  readonly systemPrompt?: string;
}

export const AWARENESS_CATEGORIES = ['task', 'action', 'pending', 'flag'] as const;
export type AwarenessCategory = (typeof AWARENESS_CATEGORIES)[number];

/** How many live entries a mind has at most, enforced on write: the lowest and oldest goes. */
export const AWARENESS_LIMIT = 10;

/** Something that is going on. */
export interface AwarenessEntry {
  readonly id: number;
  readonly category: AwarenessCategory;
  readonly content: string;
  /** 0 to 10. */
  readonly priority: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

export interface MindSession {
  /** `session:<time>:<random>` or a stable name such as `import`. */
  readonly gop: string;
  /** Lane that it belongs to; null for a logical session. */
  readonly lane: string | null;
  readonly status: 'active' | 'closed' | 'archived';
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly summary: string | null;
}

export interface Entity {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly validFrom: number;
  readonly validTo: number | null;
  readonly recordedAt: number;
}

/** An edge of the knowledge graph, in the words a model reads. */
export interface Relation {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly validFrom: number;
  readonly validTo: number | null;
}

/** An entity with all that tells of it, for whoever draws the whole picture. */
export interface MappedEntity {
  readonly entity: Entity;
  /** Ids of the frames, oldest first. */
  readonly frames: readonly number[];
  /** Edges that begin here, by the id of the entity at their other end, the surest first. */
  readonly relations: readonly { readonly type: string; readonly to: number; readonly confidence: number }[];
}

export const SIGNAL_CATEGORIES = ['capability_gap', 'correction', 'workflow_pattern', 'skill_promotion'] as const;
export type SignalCategory = (typeof SIGNAL_CATEGORIES)[number];

/** Something that happened again and again and should be learned from. */
export interface ImprovementSignal {
  readonly category: SignalCategory;
  /** Unique within its category. */
  readonly key: string;
  readonly detail: string;
  readonly count: number;
}

export interface MindStats {
  readonly frames: number;
  readonly sessions: number;
  readonly entities: number;
  readonly conflicts: number;
  /** Frames that still wait for their vector. */
  readonly unembedded: number;
  readonly bytes: number;
}
