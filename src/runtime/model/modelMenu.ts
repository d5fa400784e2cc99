import type { Persona } from '../personas/persona.js';
import type { TurnPersonas } from '../personas/turnPersonas.js';
import { isListed, type OfferedModels } from './offeredModels.js';

/** Where the model that answers comes from: DESIGN.md section 6. */
export type ModelOrigin = 'chosen' | 'configured' | 'persona' | 'default';

/** Which models there are to choose from, and which one answers. */
export interface ModelMenu {
  /** The demo model answers, and there is no other. */
  readonly isDemo: boolean;
  /** `WAGGLE_BUDGET_MODEL`; null: none. */
  readonly budgetModel: string | null;
  /** Ids that the endpoint lists; null where it tells nothing. Asked rarely, and waited for three seconds at most. */
  list(): Promise<readonly string[] | null>;
  /** Whether a model can be chosen, or still counts: all can where the endpoint tells nothing. Never rejects. */
  mayUse(model: string): Promise<boolean>;
  /** The model that answers, where this one was chosen and this persona speaks. */
  holding(
    chosen: string | null,
    persona: Persona | null,
  ): Promise<{ readonly model: string; readonly origin: ModelOrigin }>;
}

/**
 * @param deps.model as configured, or the default
 * @param deps.isConfigured whether `WAGGLE_MODEL` is set
 */
export function createModelMenu(deps: {
  readonly model: string;
  readonly budgetModel: string | null;
  readonly isConfigured: boolean;
  readonly isDemo: boolean;
  readonly offered: Pick<OfferedModels, 'list'>;
  readonly personas: Pick<TurnPersonas, 'modelFor'>;
}): ModelMenu {
  const { model, budgetModel, isConfigured, isDemo, offered, personas } = deps;
  const mayUse = async (wanted: string): Promise<boolean> => {
    if (isDemo) return false;
    if (wanted === model || wanted === budgetModel) return true;
    const list = await offered.list();
    return list === null || isListed(wanted, list);
  };
  return {
    isDemo,
    budgetModel,
    list: async () => (isDemo ? null : offered.list()),
    mayUse,
    holding: async (chosen, persona) => {
      if (chosen !== null && (await mayUse(chosen))) return { model: chosen, origin: 'chosen' };
      const usual = await personas.modelFor(persona, model);
      if (usual !== model) return { model: usual, origin: 'persona' };
      return { model, origin: isConfigured ? 'configured' : 'default' };
    },
  };
}
