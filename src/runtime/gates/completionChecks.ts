import type { Log } from '../../core/log.js';
import type { CompletionCheck } from '../loop/completionCheck.js';
import { phantomWriteCheck } from './phantomWriteCheck.js';
import { createDistillationCheck, type DistillationMode, type SkillDistillationInfo } from './skillDistillation.js';
import { verificationCheck } from './verificationCheck.js';

/** The completion gates of a run in their fixed order: D3, D4, D1 (contract: agent runtime 5). */
export function createCompletionChecks(options: {
  /** D3. */
  readonly verificationGate: boolean;
  /** D1. */
  readonly skillDistillationGate: boolean;
  readonly distillation: DistillationMode;
  readonly onSkillDistillationFire?: ((info: SkillDistillationInfo) => void | Promise<void>) | undefined;
  readonly log: Log;
}): readonly CompletionCheck[] {
  const { distillation: mode, onSkillDistillationFire: onFire, log } = options;
  return [
    ...(options.verificationGate ? [verificationCheck] : []),
    phantomWriteCheck,
    ...(options.skillDistillationGate ? [createDistillationCheck({ mode, onFire, log })] : []),
  ];
}
