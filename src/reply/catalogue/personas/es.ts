import type { Catalogue } from '../entry.js';

/** Personas, in Spanish. */
export const spanishPersonas: Catalogue = {
  'persona-which': '¿Quién debe responder aquí? Ahora: {now}.',
  'persona-about-whom': '¿Sobre quién quieres saber más? Ahora: {now}.',
  'persona-nobody': 'nadie en particular',
  'persona-details': 'Detalles',
  'persona-back': 'Atrás',
  'persona-off': 'Volver a lo habitual',
  'persona-read-only': 'no cambia nada',
  'persona-best-for': 'Útil para:',
  'persona-wont-do': 'No hace:',
  'persona-fails-by': 'Fallos conocidos:',
  'persona-for-lane': 'A partir de ahora responde {name} en este hilo; `/persona off` lo deshace.',
  'persona-for-chat': 'A partir de ahora aquí responde {name}; `/persona off` lo deshace.',
  'persona-for-person': '{name} te responde donde no se haya elegido a otro; `/persona off mine` lo deshace.',
  'persona-for-workspace':
    '{name} responde en todo este espacio donde no se haya elegido a otro; `/persona off all` lo deshace.',
  'persona-now': 'Vuelta a lo habitual: aquí responde {name}.',
  'persona-now-nobody': 'Vuelta a lo habitual: aquí no responde nadie en particular.',
  'persona-admins':
    'Quién responde en todo el grupo lo eligen sus administradores. En un hilo puede cualquiera, y `{command} tu pregunta` pregunta una vez.',
  'persona-admins-all': 'Lo que vale en todo el espacio lo eligen los administradores.',
  'persona-unknown': 'No conozco a nadie llamado «{name}». `/personas` los muestra a todos.',
};
