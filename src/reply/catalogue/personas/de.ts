import type { Catalogue } from '../entry.js';

/** Personas, in German. */
export const germanPersonas: Catalogue = {
  'persona-which': 'Welche Persona soll hier antworten? Jetzt: {now}.',
  'persona-about-whom': 'Über welche Persona möchtest du mehr wissen? Jetzt: {now}.',
  'persona-nobody': 'keine',
  'persona-details': 'Näheres',
  'persona-back': 'Zurück',
  'persona-off': 'Zurück zum Üblichen',
  'persona-read-only': 'ändert nichts',
  'persona-best-for': 'Gut für:',
  'persona-wont-do': 'Tut nicht:',
  'persona-fails-by': 'Bekannte Schwächen:',
  'persona-for-lane': 'Ab jetzt antwortet {name} in diesem Thread; `/persona off` macht es rückgängig.',
  'persona-for-chat': 'Ab jetzt antwortet hier {name}; `/persona off` macht es rückgängig.',
  'persona-for-person':
    '{name} antwortet dir überall, wo niemand anders gewählt ist; `/persona off mine` macht es rückgängig.',
  'persona-for-workspace':
    '{name} antwortet überall in diesem Workspace, wo niemand anders gewählt ist; `/persona off all` macht es rückgängig.',
  'persona-now': 'Wieder wie üblich: Hier antwortet {name}.',
  'persona-now-nobody': 'Wieder wie üblich: Hier ist keine Persona gewählt.',
  'persona-admins':
    'Die Persona der ganzen Gruppe wählen ihre Admins. In einem Thread darf es jeder, und `{command} deine Frage` fragt einmal.',
  'persona-admins-all': 'Was im ganzen Workspace gilt, wählen Admins.',
  'persona-unknown': 'Eine Persona namens „{name}“ gibt es nicht. `/personas` nennt alle.',
};
