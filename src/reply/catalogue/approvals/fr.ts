import type { Catalogue } from '../entry.js';

/** What is said about approvals and about the questions that a turn waits for. French. */
export const frenchApprovals: Catalogue = {
  'approval-ask': '**Puis-je exécuter `{tool}` ?**',
  'approval-cut': '*(Abrégé ; l’appel entier arrive en fichier.)*',
  'approval-how': {
    one: 'Un owner ou un admin décide, ici ou dans tout chat avec moi : `/approve {id}` ou `/deny {id}`. Sans réponse dans {n} minute, rien n’est fait.',
    other:
      'Un owner ou un admin décide, ici ou dans tout chat avec moi : `/approve {id}` ou `/deny {id}`. Sans réponse dans {n} minutes, rien n’est fait.',
  },
  'approval-yes': 'Autoriser',
  'approval-no': 'Refuser',
  'approval-approved': 'Autorisé par {name}.',
  'approval-denied': 'Refusé par {name}.',
  'approval-expired': 'Personne n’a répondu à temps : pas exécuté.',
  'approval-stopped': 'Arrêté : pas exécuté.',
  'approval-open': 'Toujours ouvert.',
  'question-how': {
    one: 'Réponds ici dans {n} minute.',
    other: 'Réponds ici dans les {n} minutes.',
  },
  'question-answered': '{name} : {answer}',
  'question-expired': 'Aucune réponse n’est venue à temps.',
  'question-stopped': 'Arrêté.',
  'question-open': 'Toujours ouvert.',
  'question-denied': '{name} n’a pas répondu.',
  'question-taken': 'C’est noté.',
  'question-unknown': 'Cette question n’existe pas.',
  'question-none': 'Rien n’attend d’autorisation ici.',
  'question-not-yours': 'C’est à quelqu’un d’autre de décider.',
  'question-over': 'C’est déjà décidé. {end}',
  'approval-usage':
    'Laquelle ? `/{command} ID` décide de ce que je demande ; l’ID est sous la question. Les owners laissent aussi entrer des gens par leur code : `/{command} CODE`.',
  'approval-sure': 'Pour décider, appuie sur un bouton.',
  'status-paused': 'J’attends une réponse à `{id}` (tour `{turn}`) : {what}',
  'status-asks-approval': 'puis-je exécuter `{tool}` ?',
  'status-asks': 'une question à la personne qui a demandé',
};
