import type { Choice } from '../../core/choice.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { Wording } from '../../core/wording.js';
import { commandOf, type Persona } from '../../runtime/personas/persona.js';
import type { CommandAnswer } from '../registry.js';

/** Personas on one page of the picker: with the other buttons they fit every platform. */
const PAGE_SIZE = 8;
/** Of a button's label (`core/choice.ts`). */
const MAX_LABEL = 40;
const MAX_MENU_CHARS = 100;

/** `🔬 Researcher`, as it stands in a sentence. */
export function titleOf({ icon, name }: Pick<Persona, 'icon' | 'name'>): string {
  return `${icon} **${escapeMarkdown(name)}**`;
}

function label(text: string): string {
  return text.length <= MAX_LABEL ? text : `${text.slice(0, MAX_LABEL - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function readOnlyMark({ isReadOnly }: Persona, { text }: Wording): string {
  return isReadOnly ? ` (${text('persona-read-only', {})})` : '';
}

function lineOf(persona: Persona, wording: Wording): string {
  const about = escapeMarkdown(persona.tagline ?? persona.description, 300);
  return `- ${titleOf(persona)}${readOnlyMark(persona, wording)} \`/${commandOf(persona)}\` ${about}`.trimEnd();
}

/** What a menu says of a persona's command. */
export function menuTextOf({ icon, name, tagline, description }: Persona): string {
  const text = `${icon} ${name}: ${tagline ?? description}`.replace(/: ?$/, '');
  return text.length <= MAX_MENU_CHARS ? text : `${text.slice(0, MAX_MENU_CHARS - 1).trimEnd()}…`;
}

/** All personas, one line each. */
export function describeAll(personas: readonly Persona[], wording: Wording): string {
  return personas.map((persona) => lineOf(persona, wording)).join('\n');
}

/**
 * One page of the picker.
 *
 * @param mode what its buttons do: have a persona answer, or tell about it
 * @param current who answers here now
 */
export function describePage(
  personas: readonly Persona[],
  { page, mode, current }: { readonly page: number; readonly mode: 'page' | 'info'; readonly current: Persona | null },
  wording: Wording,
): CommandAnswer {
  const pages = Math.max(1, Math.ceil(personas.length / PAGE_SIZE));
  const at = Math.min(Math.max(1, page), pages);
  const shown = personas.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE);
  const now = current === null ? wording.text('persona-nobody', {}) : titleOf(current);
  const question = wording.text(mode === 'page' ? 'persona-which' : 'persona-about-whom', { now });
  const position = pages === 1 ? '' : ` (${at}/${pages})`;
  const button = mode === 'page' ? '/persona' : '/persona about';
  const step = (to: number) => ({ label: `${to < at ? '‹' : '›'} ${to}/${pages}`, command: `/persona ${mode} ${to}` });
  const other =
    mode === 'page'
      ? { label: wording.text('persona-details', {}), command: `/persona info ${at}` }
      : { label: wording.text('persona-back', {}), command: `/persona page ${at}` };
  const choices: Choice[] = [
    ...shown.map((persona) => ({
      label: label(`${persona.icon} ${persona.name}`),
      command: `${button} ${persona.id}`,
    })),
    ...(at > 1 ? [step(at - 1)] : []),
    ...(at < pages ? [step(at + 1)] : []),
    other,
    ...(current === null || mode === 'info'
      ? []
      : [{ label: label(wording.text('persona-off', {})), command: '/persona off' }]),
  ];
  return { text: `${question}${position}\n\n${describeAll(shown, wording)}`, choices };
}

/** All that there is to know before one chooses a persona. */
export function describePersona(persona: Persona, page: number, wording: Wording): CommandAnswer {
  const { text } = wording;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : [`${text(title, {})}\n${lines.map((line) => `- ${escapeMarkdown(line, 300)}`).join('\n')}`];
  const head = `${titleOf(persona)}${readOnlyMark(persona, wording)} \`/${commandOf(persona)}\``;
  const parts = [
    [head, escapeMarkdown(persona.description, 300)].filter((line) => line !== '').join('\n'),
    ...list('persona-best-for', persona.bestFor),
    ...list('persona-wont-do', persona.wontDo === undefined ? [] : [persona.wontDo]),
    ...list('persona-fails-by', persona.failurePatterns),
  ];
  return {
    text: parts.join('\n\n'),
    choices: [
      { label: label(`✓ ${persona.name}`), command: `/persona ${persona.id}` },
      { label: text('persona-back', {}), command: `/persona info ${page}` },
    ],
  };
}

/** The picker's page on which a persona is. */
export function pageOf(personas: readonly Persona[], { id }: Persona): number {
  return Math.floor(personas.findIndex((persona) => persona.id === id) / PAGE_SIZE) + 1;
}
