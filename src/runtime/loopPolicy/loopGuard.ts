import { signatureOf } from './callSignature.js';

export interface LoopGuardConfig {
  /** Identical calls in a row that pass. Contract default 3. */
  readonly maxRepeats?: number;
  /** How many of the last calls the second rule looks at. Contract default 10. */
  readonly windowSize?: number;
  /** The occurrence within the window that is refused. Contract default 4. */
  readonly windowThreshold?: number;
}

/** Notices a model that repeats itself. One guard per run (contract: agent runtime 4). */
export interface LoopGuard {
  /** Whether the call may run. A refused one counts as repeated but does not enter the window. */
  check(name: string, args: unknown): boolean;
  /** Whether `check` would refuse, leaving no trace. */
  wouldRefuse(name: string, args: unknown): boolean;
  /** A call changed something: earlier calls of others may now have other results, so they count from zero. */
  noteChange(name: string, args: unknown): void;
  reset(): void;
}

/** Tools whose repeated call is normal, beside those that declare `polling` (spec runtime 3). */
const POLLING_TOOLS: ReadonlySet<string> = new Set(['get_task_output', 'list_agents', 'check_agent_messages']);

export function createLoopGuard(config: LoopGuardConfig = {}): LoopGuard {
  const maxRepeats = config.maxRepeats ?? 3;
  const windowSize = config.windowSize ?? 10;
  const windowThreshold = config.windowThreshold ?? 4;
  let last = '';
  let repeats = 0;
  let recent: string[] = [];

  const count = (entries: readonly string[], signature: string) =>
    entries.filter((entry) => entry === signature).length;

  return {
    wouldRefuse: (name, args) => {
      if (POLLING_TOOLS.has(name)) return false;
      const signature = signatureOf(name, args);
      if ((signature === last ? repeats + 1 : 1) > maxRepeats) return true;
      return count([...recent, signature].slice(-windowSize), signature) >= windowThreshold;
    },
    check: (name, args) => {
      if (POLLING_TOOLS.has(name)) return true;
      const signature = signatureOf(name, args);
      repeats = signature === last ? repeats + 1 : 1;
      last = signature;
      if (repeats > maxRepeats) return false;
      recent.push(signature);
      if (recent.length > windowSize) recent.shift();
      return count(recent, signature) < windowThreshold;
    },
    noteChange: (name, args) => {
      const own = signatureOf(name, args);
      recent = recent.filter((entry) => entry === own);
      if (last !== own) {
        last = '';
        repeats = 0;
      }
    },
    reset: () => {
      last = '';
      repeats = 0;
      recent = [];
    },
  };
}
