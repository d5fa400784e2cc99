import { english as phantomWrite } from './phrases/en/phantomWrite.js';
import { english as selfIncapacity } from './phrases/en/selfIncapacity.js';
import { english as verification } from './phrases/en/verification.js';
import type { PhantomWritePhrases } from './phrases/phantomWritePhrases.js';
import type { SelfIncapacityPhrases } from './phrases/selfIncapacityPhrases.js';
import type { VerificationPhrases } from './phrases/verificationPhrases.js';

/** The phrases of all gates in one language. */
export interface GateLanguage {
  /** ISO 639-1; the learned models of the gates stand in the folder of this name. */
  readonly code: string;
  readonly verification: VerificationPhrases;
  readonly phantomWrite: PhantomWritePhrases;
  readonly selfIncapacity: SelfIncapacityPhrases;
}

/**
 * The languages that the gates read. One is switched on only where its corpora hold (bench/README.md): a gate that fires on
 * honest answers does more harm than one that keeps still.
 */
export const languages: readonly GateLanguage[] = [{ code: 'en', verification, phantomWrite, selfIncapacity }];
