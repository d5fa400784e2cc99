import { DOCUMENT_HINT, TONES, WRITE_DISCIPLINE } from './texts/personaTexts.js';
import { fitPart, type Trim } from './trim.js';

/** What the prompt needs of a persona. */
export interface PersonaPrompt {
  readonly id: string;
  readonly name: string;
  readonly tagline?: string;
  readonly description: string;
  readonly systemPrompt: string;
  readonly isReadOnly: boolean;
}

export type Tone = keyof typeof TONES;

/** Contract default, about 8,000 tokens. */
export const MAX_SYSTEM_CHARS = 32_000;
const SEPARATOR = '\n\n---\n\n';

export interface ComposedPrompt {
  readonly text: string;
  readonly trims: readonly Trim[];
}

/**
 * The core prompt with document hint, tone and persona (contract: agent runtime 7.3). Room for the persona is reserved
 * before the core, up to half of the whole or what the core leaves; the write discipline stands before everything that
 * may be cut. What was cut is reported.
 *
 * @param maxChars limit of the whole text. Hint, tone and discipline, together under 1,000 characters, are never cut.
 */
export function composePersonaPrompt(
  corePrompt: string,
  persona: PersonaPrompt | null,
  maxChars: number = MAX_SYSTEM_CHARS,
  tone?: Tone,
): ComposedPrompt {
  const toneText = tone === undefined ? '' : `\n\n## Communication Tone\n${TONES[tone]}`;
  const ending = `\n\n${DOCUMENT_HINT}${toneText}`;
  if (persona === null) {
    const core = fitPart('core', corePrompt, maxChars - ending.length);
    return { text: `${core.text}${ending}`, trims: core.trims };
  }
  const discipline = persona.isReadOnly ? '' : `${WRITE_DISCIPLINE}\n\n`;
  const opening = `${SEPARATOR}# Persona: ${persona.name}\n${discipline}`;
  const room = maxChars - ending.length - opening.length;
  const role = fitPart('persona', persona.systemPrompt, Math.max(Math.floor(room / 2), room - corePrompt.length));
  const core = fitPart('core', corePrompt, room - role.text.length);
  return { text: `${core.text}${ending}${opening}${role.text}`, trims: [...core.trims, ...role.trims] };
}
