import type { Catalogue } from '../entry.js';

/** What `/link`, `/profile`, `/instructions` and `/tone` say. French. */
export const frenchPeople: Catalogue = {
  'link-dm-only':
    'Les comptes se lient dans une conversation privée avec moi, pour que personne d’autre ne voie le code.',
  'link-code':
    'Envoyez-moi `/link {code}` depuis votre autre compte dans les {minutes} minutes. Les deux seront alors une seule personne pour moi : une mémoire, un budget. `/unlink` les sépare. Ne donnez ce code à personne : qui l’envoie peut lire ce que je sais de vous.',
  'link-accounts': 'Liés : {accounts}.',
  'link-done': 'Lié avec {account}. Ce que je retiens de vous est désormais le même sur les deux.',
  'link-same': 'Ce code vient d’un compte déjà lié à celui-ci. Envoyez-le depuis un autre compte.',
  'link-unknown':
    'Ce code est inconnu, déjà utilisé ou trop ancien. Envoyez `/link` depuis l’autre compte pour en avoir un nouveau.',
  'unlink-done':
    'Ce compte est de nouveau seul. Ce que vous m’avez dit d’ici l’a suivi ; le reste est resté aux autres.',
  'unlink-none': 'Ce compte n’est lié à aucun autre. `/link` en lie un.',
  'profile-title': 'Ce que je sais de vous :',
  'profile-none': 'Vous n’avez encore rien indiqué sur vous ici.',
  'profile-how': '`/profile {field} texte` définit l’un de {fields} ; `/profile {field} off` l’efface.',
  'profile-saved': 'C’est noté : {field} est « {value} ».',
  'profile-cleared': '{field} est effacé.',
  'instructions-none':
    'Il n’y a pas d’instructions permanentes ici. `/instructions texte` en définit, `/instructions off` les retire.',
  'instructions-yours': 'Vos instructions permanentes, dans chaque conversation avec vous :',
  'instructions-group': 'Instructions permanentes de ce groupe :',
  'instructions-saved': 'Je m’y tiens dès le prochain message. `/instructions off` les retire.',
  'instructions-cleared': 'Les instructions permanentes sont retirées.',
  'text-too-long': 'C’est trop long : {max} caractères au plus, pas {count}. Rien n’a été changé.',
  'tone-ask': 'Sur quel ton dois-je écrire ?',
  'tone-is': 'Mon ton dès le prochain message : {tone}.',
  'tone-auto': 'Pas de ton fixé : j’écris comme il convient.',
  'tone-unknown': 'Je connais ces tons : {tones}.',
  'tone-professional': 'professionnel',
  'tone-casual': 'décontracté',
  'tone-technical': 'technique',
  'tone-legal': 'juridique',
  'tone-marketing': 'marketing',
  'tone-none': 'selon le cas',
};
