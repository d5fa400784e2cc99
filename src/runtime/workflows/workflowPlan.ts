/** How the results of a workflow become one (spec runtime 7.11). */
export const AGGREGATIONS = ['concatenate', 'last', 'synthesize'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** A step of a workflow: one sub-agent. */
export interface WorkflowStep {
  /** Unique in the workflow. */
  readonly name: string;
  readonly role: string;
  readonly task: string;
  /** Names of the steps whose results it is given; it begins when they have ended. */
  readonly needs: readonly string[];
  readonly maxTurns?: number | undefined;
}

export interface WorkflowPlan {
  readonly name: string;
  /** In the order in which they are told of. */
  readonly steps: readonly WorkflowStep[];
  readonly aggregation: Aggregation;
}

/** Steps of one workflow. */
export const MAX_STEPS = 12;

/** The names along a circle, the first one again at its end; null when there is none. */
function findCircle(steps: readonly WorkflowStep[]): readonly string[] | null {
  const byName = new Map(steps.map((step) => [step.name, step]));
  const cleared = new Set<string>();
  const walk = (name: string, path: readonly string[]): readonly string[] | null => {
    const seenAt = path.indexOf(name);
    if (seenAt >= 0) return [...path.slice(seenAt), name];
    if (cleared.has(name)) return null;
    for (const need of byName.get(name)?.needs ?? []) {
      const circle = walk(need, [...path, name]);
      if (circle !== null) return circle;
    }
    cleared.add(name);
    return null;
  };
  for (const { name } of steps) {
    const circle = walk(name, []);
    if (circle !== null) return circle;
  }
  return null;
}

/** Why these steps cannot be run, in a sentence for the model; null when they can. */
export function problemOf(steps: readonly WorkflowStep[]): string | null {
  if (steps.length === 0) return 'The plan has no steps.';
  if (steps.length > MAX_STEPS) return `The plan has ${steps.length} steps; ${MAX_STEPS} are the limit.`;
  const names = steps.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `Two steps are called "${twice}"; names must differ.`;
  for (const { name, needs } of steps) {
    const unknown = needs.find((need) => !names.includes(need));
    if (unknown !== undefined) return `The step "${name}" needs "${unknown}", which is no step of the plan.`;
  }
  const circle = findCircle(steps);
  return circle === null ? null : `The plan is circular: ${circle.map((name) => `"${name}"`).join(' needs ')}.`;
}
