import { commandOf, type Persona } from './persona.js';
import { BUILTIN_FOLDER, readPersonaFolder } from './personaFolder.js';
import { inOrder } from './personaOrder.js';

function rowOf(persona: Persona): string {
  const { icon, name, tagline = '', bestFor, isReadOnly, defaultWorkflow } = persona;
  const marks = [...(isReadOnly ? ['changes nothing'] : []), ...(defaultWorkflow === null ? [] : [defaultWorkflow])];
  const cells = [`${icon} ${name}`, `\`/${commandOf(persona)}\``, tagline, bestFor.join('; '), marks.join('; ')];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The README's table of the built-in personas, in Markdown. */
export function renderPersonaTable(): string {
  const { personas } = readPersonaFolder(BUILTIN_FOLDER);
  const head = [
    '| persona | command | in a sentence | best for | limits, workflow |',
    '| --- | --- | --- | --- | --- |',
  ];
  return [...head, ...inOrder(personas).map(rowOf)].join('\n');
}
