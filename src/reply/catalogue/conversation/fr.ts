import type { Catalogue } from '../entry.js';

/** What `/clear`, `/checkpoint`, `/rollback`, `/undo` and `/export` say. French. */
export const frenchConversation: Catalogue = {
  'clear-done':
    'La conversation est rangée ({n} lignes) et je repars de zéro. `/rollback {name}` la ramène ; ma mémoire reste.',
  'checkpoint-name':
    'Le nom d’un point est un mot de {max} lettres au plus, par exemple `/checkpoint avant_lancement`.',
  'checkpoint-done': 'Retenu sous `{name}` ({n} lignes jusqu’ici). `/rollback {name}` y revient.',
  'rollback-none': 'Il n’y a encore aucun point dans cette conversation. `/checkpoint` en pose un.',
  'rollback-which': 'Revenir à quel point ? Les lignes suivantes ne feront plus partie de la conversation.',
  'rollback-unknown': 'Il n’y a pas de point `{name}` ici. `/rollback` les liste.',
  'rollback-done': 'De retour à `{name}` : je vois {n} lignes de cette conversation.',
  'undo-taken': 'Le dernier échange ne compte plus. Encore `/undo` retire le précédent.',
  'undo-nothing': 'Il n’y a rien à retirer dans cette conversation.',
  'undo-not-yours':
    'Le dernier échange était celui de quelqu’un d’autre ; seule cette personne ou un admin peut le retirer.',
  'time-ago': 'il y a {elapsed}',
  'export-done': 'Voici ce que je retiens de vous.',
  'export-dm-only': '`/export` se fait en conversation privée avec moi.',
};
