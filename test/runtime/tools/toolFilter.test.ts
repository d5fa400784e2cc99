import { z } from 'zod';
import {
  filterAvailableTools,
  filterOfflineTools,
  filterToolsForContext,
} from '../../../src/runtime/tools/toolFilter.js';
import { describeConformance } from '../conformanceCases.js';

const names = (tools: readonly { name: string }[]) => tools.map((tool) => tool.name);
const listSchema = z.array(z.string()).exactOptional();

const contextSchema = z.object({
  tools: z.array(z.string()),
  context: z.enum(['general', 'code', 'research']),
  config: z.object({ enabled_tools: listSchema, disabled_tools: listSchema }).default({}),
});

describeConformance('toolFilter.filterToolsForContext', (input) => {
  const { tools, context, config } = contextSchema.parse(input);
  return names(
    filterToolsForContext(
      tools.map((name) => ({ name })),
      context,
      config,
    ),
  );
});

const availableSchema = z.object({
  tools: z.array(z.object({ name: z.string(), check: z.enum(['true', 'false', 'throws']).exactOptional() })),
});

describeConformance('toolFilter.filterAvailableTools', (input) => {
  const tools = availableSchema.parse(input).tools.map(({ name, check }) => {
    if (check === undefined) return { name };
    const checkAvailability = () => {
      if (check === 'throws') throw new Error('no idea');
      return check === 'true';
    };
    return { name, checkAvailability };
  });
  return names(filterAvailableTools(tools));
});

const offlineSchema = z.object({
  tools: z.array(z.object({ name: z.string(), offlineCapable: z.boolean().exactOptional() })),
});

describeConformance('toolFilter.offline', (input) => names(filterOfflineTools(offlineSchema.parse(input).tools)));
