import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, READS_HERE } from '../../../src/runtime/tools/toolDefinition.js';
import { renderToolTable } from '../../../src/runtime/tools/toolTable.js';

it('tools stand by name, with what depends on the call said so', () => {
  const look = defineTool({
    name: 'look',
    description: 'Look at a | b.\nMore.',
    args: z.object({}),
    ...READS_HERE,
    deferred: true,
    execute: async () => '',
  });
  const act = defineTool({
    ...look,
    name: 'act',
    description: 'Act.',
    deferred: false,
    flagsFor: () => ({}),
    riskFor: () => 'high',
  });
  expect(renderToolTable([look, act]).split('\n').slice(2)).toEqual([
    '| `act` | Act. | by call | by call | by call | yes |  | by call |',
    '| `look` | Look at a \\| b. | yes |  | yes | yes | yes | none |',
  ]);
});
