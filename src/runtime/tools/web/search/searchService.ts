import type { SearchHit } from '../../../web/extractProtocol.js';
import type { ToolContext } from '../../toolDefinition.js';

/** One who searches the web. */
export interface SearchService {
  /** As people know it. */
  readonly name: string;
  /** A remark for the model on what its finds are worth; empty where there is none. */
  readonly remark: string;
  /** @throws NetRefusal, NetFailure: in words that say what to set */
  search(query: string, count: number, context: ToolContext): Promise<readonly SearchHit[]>;
}
