import type { Catalogue } from '../entry.js';

/** Personas, in Spanish. */
export const spanishPersonas: Catalogue = {
  'persona-which': '¿Qué persona debe responder aquí? Ahora: {now}.',
  'persona-about-whom': '¿Sobre qué persona quieres saber más? Ahora: {now}.',
  'persona-nobody': 'ninguna',
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
  'persona-now-nobody': 'Vuelta a lo habitual: aquí no hay ninguna persona elegida.',
  'persona-admins':
    'La persona de todo el grupo la eligen sus administradores. En un hilo puede cualquiera, y `{command} tu pregunta` pregunta una vez.',
  'persona-admins-all': 'Lo que vale en todo el espacio lo eligen los administradores.',
  'persona-unknown': 'No hay ninguna persona llamada «{name}». `/personas` las muestra todas.',
};
