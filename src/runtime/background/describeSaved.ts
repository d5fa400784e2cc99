import type { QuietLine } from '../../core/ports/turnRunner.js';
import type { SavedSkill } from '../skills/savedSkill.js';

/** What a chat is told of the skills that a job saved: the last one, with buttons; null when there is none. */
export function describeSaved(saved: readonly SavedSkill[]): QuietLine | null {
  const skill = saved.at(-1);
  if (skill === undefined) return null;
  const { slug, version, outcome, description } = skill;
  return {
    key: outcome === 'created' ? 'skill-saved' : 'skill-improved',
    args: { name: slug, description: plain(description) },
    choices: [
      { key: 'skill-keep', command: `/skills keep ${slug}` },
      { key: 'skill-discard', command: `/skills discard ${slug} ${version}` },
    ],
  };
}

/** Of a description in the notice, in characters. */
const MAX_CHARS = 200;

/** A model wrote it: as words, never as markup. */
function plain(text: string): string {
  const shown = text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 1).trimEnd()}…`;
  return shown.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&');
}
