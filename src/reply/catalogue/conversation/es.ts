import type { Catalogue } from '../entry.js';

/** What `/clear`, `/checkpoint`, `/rollback`, `/undo` and `/export` say. Spanish. */
export const spanishConversation: Catalogue = {
  'clear-done':
    'La conversación queda archivada ({n} líneas) y empiezo de nuevo. `/rollback {name}` la recupera; lo que recuerdo se queda.',
  'checkpoint-name':
    'El nombre de un punto es una palabra de {max} letras como máximo, por ejemplo `/checkpoint antes_del_cambio`.',
  'checkpoint-done': 'Guardado como `{name}` ({n} líneas hasta ahora). `/rollback {name}` vuelve aquí.',
  'rollback-none': 'Aún no hay ningún punto en esta conversación. `/checkpoint` crea uno.',
  'rollback-which': '¿A qué punto volver? Las líneas posteriores dejarán de ser parte de la conversación.',
  'rollback-unknown': 'Aquí no hay ningún punto `{name}`. `/rollback` los lista.',
  'rollback-done': 'De vuelta en `{name}`: veo {n} líneas de esta conversación.',
  'undo-taken': 'El último intercambio ya no cuenta. Otro `/undo` quita el anterior.',
  'undo-nothing': 'No hay nada que retirar en esta conversación.',
  'undo-not-yours': 'El último intercambio era de otra persona; solo ella o un administrador puede retirarlo.',
  'time-ago': 'hace {elapsed}',
  'export-done': 'Aquí está lo que recuerdo de ti.',
  'export-dm-only': '`/export` se usa en un chat directo conmigo.',
};
