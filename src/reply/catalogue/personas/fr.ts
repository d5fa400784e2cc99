import type { Catalogue } from '../entry.js';

/** Personas, in French. */
export const frenchPersonas: Catalogue = {
  'persona-which': 'Quelle persona doit répondre ici ? Actuellement : {now}.',
  'persona-about-whom': 'Sur quelle persona voulez-vous en savoir plus ? Actuellement : {now}.',
  'persona-nobody': 'aucune',
  'persona-details': 'Détails',
  'persona-back': 'Retour',
  'persona-off': 'Revenir au choix par défaut',
  'persona-read-only': 'ne modifie rien',
  'persona-best-for': 'Utile pour :',
  'persona-wont-do': 'Ne fait pas :',
  'persona-fails-by': 'Défauts connus :',
  'persona-for-lane': 'À partir de maintenant, {name} répond dans ce fil ; `/persona off` annule.',
  'persona-for-chat': 'À partir de maintenant, {name} répond ici ; `/persona off` annule.',
  'persona-for-person': '{name} vous répond partout où personne d’autre n’est choisi ; `/persona off mine` annule.',
  'persona-for-workspace':
    '{name} répond partout dans cet espace où personne d’autre n’est choisi ; `/persona off all` annule.',
  'persona-now': 'Retour au choix par défaut : {name} répond ici.',
  'persona-now-nobody': 'Retour au choix par défaut : aucune persona n’est choisie ici.',
  'persona-admins':
    'Les admins choisissent la persona de tout le groupe. Dans un fil, chacun le peut, et `{command} votre question` demande une fois.',
  'persona-admins-all': 'Les admins choisissent ce qui vaut pour tout l’espace.',
  'persona-unknown': 'Il n’y a pas de persona du nom de « {name} ». `/personas` les liste toutes.',
};
