import type { NetAllowEntry } from '../../../../src/runtime/net/allowList.js';
import type { ToolContext, ToolDefinition } from '../../../../src/runtime/tools/toolDefinition.js';
import type { WebToolDeps } from '../../../../src/runtime/tools/web/webFetch.js';
import { createExtractor, type Extractor } from '../../../../src/runtime/web/extractor.js';
import { makeScope } from '../../memoryFixture.js';
import { type NetStage, openNetStage } from '../../net/netStage.js';

/** The tools of the web against a site of the test. */
export interface WebStage extends NetStage {
  readonly extractor: Extractor;
  readonly deps: WebToolDeps;
  readonly context: ToolContext;
  /** Runs a tool, and gives its text. */
  run(tool: ToolDefinition, args: Readonly<Record<string, unknown>>, context?: ToolContext): Promise<string>;
}

export async function openWebStage(allow?: readonly NetAllowEntry[]): Promise<WebStage> {
  const net = await openNetStage();
  const extractor = createExtractor({ clock: net.clock });
  const context: ToolContext = { signal: new AbortController().signal, scope: makeScope(), agents: null };
  return {
    ...net,
    extractor,
    deps: { client: allow === undefined ? net.client : net.clientWith(allow), extractor, clock: net.clock },
    context,
    run: async (tool, args, given = context) => String(await tool.execute(tool.args.parse(args), given)),
    close: async () => {
      await extractor.close();
      await net.close();
    },
  };
}
