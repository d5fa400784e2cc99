import type { Catalogue } from '../entry.js';

/** What `/model`, `/stream` and `/compact` say. French. */
export const frenchModel: Catalogue = {
  'model-chosen': 'Ici répond le modèle `{model}`, choisi avec `/model`.',
  'model-configured': 'Ici répond le modèle `{model}`, comme le dit `WAGGLE_MODEL`.',
  'model-persona': 'Ici répond le modèle `{model}`, que préfère le persona {persona}.',
  'model-default': 'Ici répond le modèle `{model}`, celui par défaut.',
  'model-budget':
    'Les messages courts et simples vont à `{model}` ; avec `/model`, tous vont à celui que vous choisissez.',
  'model-list': { one: 'Le service de modèles a {n} modèle :', other: 'Le service de modèles a {n} modèles :' },
  'model-no-list': 'Le service de modèles n’indique pas ses modèles ; j’accepte donc n’importe quel nom.',
  'model-how': '`/model NOM` en choisit un, `/model off` revient en arrière.',
  'model-back': 'Revenir au modèle par défaut',
  'model-now-own':
    'À partir du prochain message, `{model}` vous répond, dans chaque conversation directe avec moi. `/model off` revient en arrière.',
  'model-now-group': 'À partir du prochain message, `{model}` répond dans ce chat. `/model off` revient en arrière.',
  'model-unchecked': 'Le service de modèles ne l’indique pas ; je n’ai donc pas pu vérifier le nom.',
  'model-unknown': 'Le service de modèles n’a pas de modèle `{model}` ; rien n’a changé.',
  'model-near': 'Vouliez-vous dire l’un de ceux-ci ?',
  'model-see': '`/model` liste ceux qu’il a.',
  'model-demo':
    'Ici répond le modèle de démonstration, et il n’y en a pas d’autre. Réglez `LITELLM_URL` là où je tourne pour en avoir de vrais.',
  'model-gone': 'Le modèle `{model}` choisi ici n’est plus proposé ; `{other}` répond. `/model` en choisit un autre.',
  'stream-is-on': 'Les réponses s’affichent pendant que je les écris. `/stream off` les affiche une fois finies.',
  'stream-is-off': 'Les réponses s’affichent une fois finies. `/stream on` les affiche pendant que j’écris.',
  'stream-unknown': 'C’est `/stream on` ou `/stream off`.',
  'stream-on': 'Pendant que j’écris',
  'stream-off': 'Une fois finies',
  'compact-done':
    'Le début de cette conversation est résumé : {was} lignes (environ {wasTokens} tokens) sont devenues {n} (environ {tokens}). Ce qui doit rester, je l’ai mémorisé avant.',
  'compact-nothing': {
    one: 'Il n’y a encore rien à résumer : {n} ligne, environ {tokens} tokens.',
    other: 'Il n’y a encore rien à résumer : {n} lignes, environ {tokens} tokens.',
  },
  'compact-failed': 'Cela n’a pas marché, et la conversation est inchangée. {why}',
  'error-compaction': 'Le modèle n’a pas écrit de résumé utilisable. Veuillez réessayer.',
};
