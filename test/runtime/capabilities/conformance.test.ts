import { z } from 'zod';
import { type CapabilitySources, createCapabilityRouter } from '../../../src/runtime/capabilities/capabilityRouter.js';
import { describeConformance } from '../conformanceCases.js';

const caseSchema = z.object({ query: z.string(), deps: z.string() });

/** Reads "tools a,b; skill c; mcp d; roles e,f; connector g (off)". */
function readSources(deps: string): CapabilitySources {
  const lists = new Map<string, string[]>();
  for (const part of deps.split(';')) {
    const [kind = '', ...rest] = part.trim().split(' ');
    lists.set(
      kind.replace(/s$/, ''),
      rest
        .join(' ')
        .split(',')
        .map((name) => name.trim()),
    );
  }
  const listOf = (kind: string) => lists.get(kind) ?? [];
  const nameOf = (entry: string) => entry.replace(/\s*\(.*\)$/, '');
  return {
    tools: () => listOf('tool').map((name) => ({ name })),
    skills: () => listOf('skill').map((name) => ({ name })),
    plugins: () => listOf('plugin').map((name) => ({ name })),
    mcpServers: () => listOf('mcp').map((entry) => ({ name: nameOf(entry), healthy: !entry.includes('(off)') })),
    roles: () => listOf('role'),
    connectors: () =>
      listOf('connector').map((entry) => ({
        id: nameOf(entry),
        name: nameOf(entry),
        connected: !entry.includes('(off)'),
      })),
  };
}

describeConformance('capabilityRouter.resolve', (input) => {
  const { query, deps } = caseSchema.parse(input);
  return createCapabilityRouter(readSources(deps))
    .resolve(query)
    .map(({ source, name, confidence, available }) => `${source}:${name}:${confidence}:${available}`);
});
