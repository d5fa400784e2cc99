import type { Catalogue } from '../entry.js';

/** What `/model`, `/stream` and `/compact` say. Spanish. */
export const spanishModel: Catalogue = {
  'model-chosen': 'Aquí responde el modelo `{model}`, elegido con `/model`.',
  'model-configured': 'Aquí responde el modelo `{model}`, como dice `WAGGLE_MODEL`.',
  'model-persona': 'Aquí responde el modelo `{model}`, el que prefiere la persona {persona}.',
  'model-default': 'Aquí responde el modelo `{model}`, el predeterminado.',
  'model-budget': 'Los mensajes cortos y sencillos van a `{model}`; con `/model` todos van al que elijas.',
  'model-list': { one: 'El servicio de modelos tiene {n} modelo:', other: 'El servicio de modelos tiene {n} modelos:' },
  'model-no-list': 'El servicio de modelos no enumera sus modelos, así que acepto cualquier nombre.',
  'model-how': '`/model NOMBRE` elige uno, `/model off` vuelve atrás.',
  'model-back': 'Volver al predeterminado',
  'model-now-own':
    'Desde el próximo mensaje te responde `{model}`, en cada chat directo conmigo. `/model off` vuelve atrás.',
  'model-now-group': 'Desde el próximo mensaje responde `{model}` en este chat. `/model off` vuelve atrás.',
  'model-unchecked': 'El servicio de modelos no lo enumera, así que no pude comprobar el nombre.',
  'model-unknown': 'El servicio de modelos no tiene el modelo `{model}`; no se ha cambiado nada.',
  'model-near': '¿Querías decir uno de estos?',
  'model-see': '`/model` enumera los que tiene.',
  'model-demo':
    'Aquí responde el modelo de demostración y no hay otro. Configura `LITELLM_URL` donde me ejecuto para tener modelos de verdad.',
  'model-gone': 'El modelo `{model}` elegido aquí ya no se ofrece; responde `{other}`. `/model` elige otro.',
  'stream-is-on': 'Las respuestas se ven mientras las escribo. `/stream off` las muestra ya terminadas.',
  'stream-is-off': 'Las respuestas se ven ya terminadas. `/stream on` las muestra mientras escribo.',
  'stream-unknown': 'Es `/stream on` o `/stream off`.',
  'stream-on': 'Mientras escribo',
  'stream-off': 'Ya terminadas',
  'compact-done':
    'La parte anterior de esta conversación está resumida: {was} líneas (unos {wasTokens} tokens) pasaron a {n} (unos {tokens}). Lo que debe durar lo guardé antes en la memoria.',
  'compact-nothing': {
    one: 'Todavía no hay nada que resumir: {n} línea, unos {tokens} tokens.',
    other: 'Todavía no hay nada que resumir: {n} líneas, unos {tokens} tokens.',
  },
  'compact-failed': 'No funcionó, y la conversación sigue igual. {why}',
  'error-compaction': 'El modelo no escribió un resumen utilizable. Inténtalo de nuevo.',
};
