import type { Catalogue } from '../entry.js';

/** Personas, in English. */
export const englishPersonas: Catalogue = {
  'persona-which': 'Which persona shall answer here? Now: {now}.',
  'persona-about-whom': 'About which persona do you want to know more? Now: {now}.',
  'persona-nobody': 'none',
  'persona-details': 'Details',
  'persona-back': 'Back',
  'persona-off': 'Back to the default',
  'persona-read-only': 'changes nothing',
  'persona-best-for': 'Good for:',
  'persona-wont-do': 'Will not:',
  'persona-fails-by': 'Known to fail like this:',
  'persona-for-lane': 'From here on {name} answers in this thread; `/persona off` goes back.',
  'persona-for-chat': 'From here on {name} answers here; `/persona off` goes back.',
  'persona-for-person': '{name} answers you wherever nobody else was chosen; `/persona off mine` goes back.',
  'persona-for-workspace':
    '{name} answers everywhere in this workspace where nobody else was chosen; `/persona off all` goes back.',
  'persona-now': 'Back to the default: {name} answers here.',
  'persona-now-nobody': 'Back to the default: no persona is chosen here.',
  'persona-admins':
    'The persona of the whole group is for its admins to choose. In a thread anybody may, and `{command} your question` asks once.',
  'persona-admins-all': 'What holds in the whole workspace is for admins to choose.',
  'persona-unknown': 'There is no persona called "{name}". `/personas` lists all.',
};
