import type { Catalogue } from '../entry.js';

/** What `/link`, `/profile`, `/instructions` and `/tone` say. Spanish, with the informal you. */
export const spanishPeople: Catalogue = {
  'link-dm-only': 'Las cuentas se vinculan en un chat directo conmigo, para que nadie más vea el código.',
  'link-code':
    'Envíame `/link {code}` desde tu otra cuenta en {minutes} minutos. A partir de entonces ambas serán para mí una sola persona: una memoria, un presupuesto. `/unlink` las separa. No des el código a nadie: quien lo envíe podrá leer lo que recuerdo de ti.',
  'link-accounts': 'Vinculadas: {accounts}.',
  'link-done': 'Vinculada con {account}. Lo que recuerdo de ti es desde ahora lo mismo en ambas.',
  'link-same': 'Ese código es de una cuenta ya vinculada con esta. Envíalo desde otra cuenta.',
  'link-unknown':
    'Ese código es desconocido, ya usado o demasiado antiguo. Envía `/link` desde la otra cuenta para obtener uno nuevo.',
  'unlink-done':
    'Esta cuenta vuelve a ser independiente. Lo que me dijiste desde aquí vino con ella; lo demás quedó en las otras.',
  'unlink-none': 'Esta cuenta no está vinculada con ninguna otra. `/link` vincula una.',
  'profile-title': 'Lo que sé de ti:',
  'profile-none': 'Aún no has indicado aquí nada sobre ti.',
  'profile-how': '`/profile {field} texto` define uno de {fields}; `/profile {field} off` lo borra.',
  'profile-saved': 'Anotado: {field} es «{value}».',
  'profile-cleared': '{field} está borrado.',
  'instructions-none':
    'Aquí no hay instrucciones permanentes. `/instructions texto` las define, `/instructions off` las quita.',
  'instructions-yours': 'Tus instrucciones permanentes, en cada chat contigo:',
  'instructions-group': 'Instrucciones permanentes de este grupo:',
  'instructions-saved': 'Lo seguiré desde el próximo mensaje. `/instructions off` las quita.',
  'instructions-cleared': 'Las instrucciones permanentes se han quitado.',
  'text-too-long': 'Es demasiado largo: {max} caracteres como máximo, no {count}. No se ha cambiado nada.',
  'tone-ask': '¿En qué tono escribo?',
  'tone-is': 'Mi tono desde el próximo mensaje: {tone}.',
  'tone-auto': 'Sin tono fijo: escribo como convenga.',
  'tone-unknown': 'Conozco estos tonos: {tones}.',
  'tone-professional': 'profesional',
  'tone-casual': 'informal',
  'tone-technical': 'técnico',
  'tone-legal': 'jurídico',
  'tone-marketing': 'publicitario',
  'tone-none': 'según convenga',
};
