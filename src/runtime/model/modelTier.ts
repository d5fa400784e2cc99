import { normalizeModelName } from './modelName.js';
import { CONTRACT_TIERS, FURTHER_TIERS, type ModelTier } from './modelTable.js';

/** The tier of a model by its id; unknown models are `mid`. */
export function tierForModel(model: string): ModelTier {
  const name = normalizeModelName(model);
  const entry = [...CONTRACT_TIERS, ...FURTHER_TIERS].find(([pattern]) => pattern.test(name));
  return entry?.[1] ?? 'mid';
}

/** How a family likes to be guided (spec: agent runtime 7.4). */
export type ModelFamily = 'claude' | 'gemma' | 'qwen-reasoning' | 'qwen-instruction' | 'llama' | 'other';

const QWEN_REASONING = /^qwq|^qwen3\.6-.*a3b|^qwen.*(?:thinking|reasoner|reasoning)/;

export function familyOfModel(model: string): ModelFamily {
  const name = normalizeModelName(model);
  if (name.startsWith('claude-')) return 'claude';
  if (name.startsWith('gemma-')) return 'gemma';
  if (QWEN_REASONING.test(name)) return 'qwen-reasoning';
  if (name.startsWith('qwen')) return 'qwen-instruction';
  return /^llama-[34]/.test(name) ? 'llama' : 'other';
}
