import type { AgentRecord } from './agentRecord.js';

/** Bounds on what is kept (spec runtime 7.12): finished results, and how long one is kept, in milliseconds. */
const MAX_RESULTS = 100;
const KEPT_MS = 30 * 60_000;

/**
 * The sub-agents of one turn. The turn owns it, so nobody else can see into it, and it ends with the turn; a takeover
 * makes it anew from the journal.
 */
export interface AgentResults {
  /** Takes in a new record, or the newer state of one. */
  put(record: AgentRecord): void;
  /** Oldest first; finished ones only as long as they are kept. */
  list(): readonly AgentRecord[];
  /** By id, or else the newest of this name, upper and lower case alike. */
  find(idOrName: string): AgentRecord | null;
}

export function createAgentResults(clock: { now(): number }): AgentResults {
  const records = new Map<string, AgentRecord>();

  const isOver = ({ completedAt }: AgentRecord) => completedAt !== null;
  const clean = () => {
    const now = clock.now();
    const finished = [...records.values()].filter(isOver);
    const tooMany = finished.slice(0, Math.max(0, finished.length - MAX_RESULTS));
    const tooOld = finished.filter(({ completedAt }) => completedAt !== null && now - completedAt > KEPT_MS);
    for (const { id } of [...tooMany, ...tooOld]) records.delete(id);
  };

  const list = () => {
    clean();
    return [...records.values()];
  };

  return {
    put: (record) => {
      records.set(record.id, record);
      clean();
    },
    list,
    find: (idOrName) => {
      const all = list();
      const wanted = idOrName.trim().toLowerCase();
      return (
        all.find(({ id }) => id === wanted) ?? all.findLast(({ name }) => name.trim().toLowerCase() === wanted) ?? null
      );
    },
  };
}
