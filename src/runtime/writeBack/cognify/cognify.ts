import type { MindId } from '../../../core/memory/reach.js';
import type { Minds } from '../../../core/ports/minds.js';
import { type ExtractedEntity, extractEntities } from './extractEntities.js';
import { type ExtractedRelation, extractRelations } from './extractRelations.js';

/** Names and edges that something better than rules found in a text. */
export interface Extraction {
  readonly entities: readonly ExtractedEntity[];
  readonly relations: readonly ExtractedRelation[];
}

/** What a frame tells of names and how they hang together, by rules. */
export function extractByRules(content: string): Extraction {
  const entities = extractEntities(content);
  return { entities, relations: extractRelations(content, entities) };
}

/** Puts what a saved frame tells into the knowledge graph of its mind (contract: CognifyPipeline). */
export async function cognify(
  frame: { readonly mind: MindId; readonly id: number; readonly extraction: Extraction; readonly now: number },
  minds: Pick<Minds, 'knowledge'>,
): Promise<void> {
  const { entities, relations } = frame.extraction;
  if (entities.length === 0) return;
  await minds.knowledge.learn(frame.mind, { frame: frame.id, entities, relations, now: frame.now });
}
