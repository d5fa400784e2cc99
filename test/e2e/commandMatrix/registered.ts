import { readdirSync } from 'node:fs';
import { COMMAND_SPECS } from '../../../src/commands/specs.js';
import { WORKFLOW_ALIASES } from '../../../src/commands/workflows/workflowPrompts.js';
import { commandOf } from '../../../src/runtime/personas/persona.js';
import { openTestShelf } from '../../runtime/personas/testShelf.js';

const shelf = openTestShelf();
const SKILLS_FOLDER = new URL('../../../skills/', import.meta.url);

/** Commands of the built-in personas. */
export const PERSONA_COMMANDS: readonly string[] = shelf.listPersonas().map(commandOf);
shelf.close();

/** What the menus of a fresh gateway show, in their order: built-ins, personas, skills. */
export const LISTED_COMMANDS: readonly string[] = [
  ...new Set([
    ...Object.keys(COMMAND_SPECS),
    ...PERSONA_COMMANDS,
    ...readdirSync(SKILLS_FOLDER)
      .sort()
      .map((slug) => slug.replaceAll('-', '_')),
  ]),
];

/** Other words for workflows, and what buttons type: they stand in no menu. */
export const UNLISTED_COMMANDS: readonly string[] = [...Object.keys(WORKFLOW_ALIASES), 'answer'];
