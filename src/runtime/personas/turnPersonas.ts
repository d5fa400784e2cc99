import type { TurnJob } from '../../core/ports/turnRunner.js';
import type { PersonaPrompt } from '../prompt/composePersona.js';
import { isForResearch, type Persona } from './persona.js';
import type { PersonaShelf } from './personaShelf.js';
import { WORKFLOW_TOOL } from './toolPool.js';

/** Who answers a turn, and what follows from that. */
export interface TurnPersonas {
  /** By id, command or name; null: there is none. */
  find(name: string): Persona | null;
  /** The first of those that were chosen that there is, else the configured one; null: nobody in particular. */
  choose(chosen: readonly string[]): Persona | null;
  /** Its preferred model where the endpoint has that and nobody set one, else `usual`. */
  modelFor(persona: Persona | null, usual: string): Promise<string>;
  /** Model calls of one of its turns, where others have `usual`. */
  roundsFor(persona: Persona | null, usual: number): number;
}

export interface TurnPersonaOptions {
  readonly shelf: Pick<PersonaShelf, 'find'>;
  /** `WAGGLE_PERSONA`. */
  readonly configured: string | null;
  /** Whether the endpoint lists a model; null where a model was set, which wins (DESIGN.md section 6). */
  readonly isOffered: ((model: string) => Promise<boolean>) | null;
  /** Rounds of personas for research, where they are more; null where a number was set, which holds for all. */
  readonly researchRounds: number | null;
}

export function createTurnPersonas({ shelf, configured, isOffered, researchRounds }: TurnPersonaOptions): TurnPersonas {
  return {
    find: (name) => shelf.find(name),
    choose: (chosen) => {
      for (const id of configured === null ? chosen : [...chosen, configured]) {
        const persona = shelf.find(id);
        if (persona !== null) return persona;
      }
      return null;
    },
    modelFor: async (persona, usual) => {
      const wanted = persona?.modelPreference ?? usual;
      if (wanted === usual || isOffered === null) return usual;
      return (await isOffered(wanted)) ? wanted : usual;
    },
    roundsFor: (persona, usual) =>
      persona !== null && isForResearch(persona) ? Math.max(usual, researchRounds ?? usual) : usual,
  };
}

/** Ids of the personas that were chosen for a turn, what counts first first: that of its newest message before all others. */
export function chosenFor({ messages, personas = [] }: Pick<TurnJob, 'messages' | 'personas'>): readonly string[] {
  const asked = messages.at(-1)?.persona;
  return asked === undefined ? personas : [asked, ...personas];
}

/** The persona as the prompt has it: with its workflow, where it can run one. */
export function promptOf(persona: Persona, toolNames: readonly string[]): PersonaPrompt {
  const { defaultWorkflow, systemPrompt } = persona;
  if (defaultWorkflow === null || !toolNames.includes(WORKFLOW_TOOL)) return persona;
  const hint = `## Large tasks\nWhat takes several people's work: ${WORKFLOW_TOOL} with the template "${defaultWorkflow}".`;
  return { ...persona, systemPrompt: `${systemPrompt}\n\n${hint}` };
}
