import type { Lexicon } from '../concepts.js';

export const FRENCH: Lexicon = {
  drop: `ignore | ignorez | ignorer | oublie | oubliez | oublier | ne tiens pas compte de | ne tenez pas compte de | ne tiens plus compte de | ne tenez plus compte de | fais abstraction de | faites abstraction de | ne suis plus | ne suivez plus`,
  rules: `instruction | instructions | règle | règles | consigne | consignes | directive | directives | ordres | restrictions`,
  own: `tes | ton | vos propres`,
  ownRules: `tes instructions | tes règles | tes consignes | tes directives`,
  prior: `précédente | précédentes | précédent | précédents | antérieures | antérieurs | ci dessus | initiales | d'origine | d'avant | jusqu'ici`,
  all: `toutes | tous | tout | toute`,
  given: `qui t'ont été données | qu'on t'a données | que tu as reçues`,
  reveal: `affiche | montre | montre moi | révèle | répète | imprime | dis moi | écris`,
  hidden: `prompt système | invite système | message système | instructions système | instructions cachées | instructions secrètes | prompt initial`,
};
