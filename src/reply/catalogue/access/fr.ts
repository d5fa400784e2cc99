import type { Catalogue } from '../entry.js';

/** What access says: limits, `/pair`, `/allow`. French. */
export const frenchAccess: Catalogue = {
  'rate-messages':
    'C’était plus de {max} messages en une minute. Je n’ai pas lu le dernier et n’en lis plus pendant {elapsed} ; renvoyez-le ensuite.',
  'rate-turns':
    'C’était plus de {max} questions en une heure. Je n’ai pas lu la dernière et n’en prends plus pendant {elapsed} ; renvoyez-la ensuite.',
  'private-only': 'Cela reste entre nous : envoyez-moi `/{command}` en discussion directe.',
  'whoami-here': 'Vous êtes **{role}** ici. `/whoami` en discussion directe en dit plus.',
  'pair-known': 'Vous êtes déjà admis : je vous connais comme **{role}**.',
  'allow-groups-only':
    '`/allow here` est pour les groupes : il y admet tout le monde. Ici, `/approve CODE` admet une personne.',
  'allow-usage':
    '`/allow here` admet tout le monde dans cette discussion, `/allow here server` tout le serveur ou l’espace de travail ; comme invités, ou comme membres avec `member` à la fin. `/allow off` et `/allow off server` y mettent fin.',
  'allow-closed': 'Ici, je ne réponds qu’aux personnes que je connais.',
  'allow-open-mode': 'Je réponds de toute façon à tout le monde : je suis configuré ainsi.',
  'allow-chat': 'Tout le monde dans cette discussion peut me parler, comme **{role}**.',
  'allow-server': 'Tout le monde sur ce serveur peut me parler, comme **{role}**.',
  'allow-as-guest':
    'Les invités peuvent me poser des questions, mais pas utiliser de commandes qui changent quelque chose.',
  'allow-as-member':
    'Les membres peuvent aussi utiliser les commandes pour la mémoire, les compétences et les personas.',
  'allow-was-closed': 'Cela n’était pas admis.',
  'allow-no-server':
    'Cette discussion n’appartient à aucun serveur ni espace de travail. `/allow here` admet cette discussion.',
};
