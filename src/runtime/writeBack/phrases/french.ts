import type { ExchangePhrases } from './exchangePhrases.js';

export const french: ExchangePhrases = {
  preference: [
    /\bje prefere\b|\bj'(?:aime|adore|aimerais mieux|deteste)\b(?! (?:l'idee|savoir|cette|ce\b|ca\b|ton|votre))|\bje (?:n'aime pas|deteste)\b(?! (?:cette|ce\b|ca\b))/,
    /\bappelle[zs]?[- ]moi (?!demain|plus tard|quand|si\b|a \d)\S|\bmon style\b.*\best\b|\bm[ao]n? \w+ prefere\w*\b.*\best\b/,
    /\b(?:toujours|jamais)\b.*\b(?:reponds?|repondez|ecris|ecrivez|utilise[zr]?|mets|mettez)\b|\b(?:reponds?|repondez|ecris|ecrivez|utilise[zr]?|mets|mettez|n'utilise[zr]?)\b.*\b(?:toujours|jamais)\b/,
    /\b(?:a partir de maintenant|desormais|dorenavant|a l'avenir)\b|\barrete[zr]? de\b|\b(?:sois|soyez|reste[zr]?) (?:bref|breve|concis|concise|court)\b/,
  ],
  about: [
    /\b(?:j'habite|je vis|je travaille|j'etudie|je suis ne) |\bje suis (?:allergique|vegan|vegetarien(?:ne)?|diabetique|enceinte|gaucher|gauchere|medecin|ingenieur(?:e)?|avocate?|professeure?|infirmier|infirmiere)\b/,
    /\b(?:mon|ma|mes) (?:nom|anniversaire|femme|mari|conjointe?|compagne|compagnon|fils|fille|enfants|chien|chat|chef|patron(?:ne)?|entreprise|equipe|adresse|telephone|mail|soeur|frere|mere|pere|fuseau horaire) (?:est|s'appelle|sont|a|habite|travaille)\b/,
    /\bje m'appelle\b|\bj'ai (?:un |une |deux |trois |\d+ )?(?:\w+ )?(?:allergie|enfants?|fils|filles?|chiens?|chats?)\b/,
  ],
  decision: [
    /\b(?:nous avons|on a|j'ai) (?:finalement |enfin )?(?:decide|choisi|convenu|opte)\b|\bon (?:part sur|prend|garde|fait ca|utilise)\b/,
    /\ble plan est\b|\bdecision(?: finale)?\s?:|\bc'est (?:decide|entendu)\b|\b(?:partons sur|prenons|utilisons)\b/,
  ],
  undecided: [
    /\b(?:si|avant que|jusqu'a ce que|quand) (?:on|nous|tu|vous|le|la)\b|\b(?:n'avons pas|n'a pas|pas encore)\b|\bpeut-etre\b|\bdevrions-nous\b|\bdevrait-on\b/,
  ],
  correction: [
    /^non[,.!:;]* (?:en fait|c'est|ce n'est|ca|faux|pas)\b|\bc'est (?:faux|inexact|incorrect|une erreur)\b|\bce n'est pas (?:vrai|juste|correct|exact|ca)\b/,
    /\b(?:tu te trompes|vous vous trompez)\b|^(?:faux|correction|incorrect)\b[,.:!;]?|\bje voulais dire\b/,
  ],
  acceptance:
    /^(?:ok(?:ay)?|oui|d'accord|vas-y|allez-y|fais-le|faites-le|parfait|super|bien|ca marche|entendu|tres bien|exactement)\b/,
  hedge:
    /\b(?:mais|pas sure?|peut-etre|plus tard|attends|attendez|bien que|d'abord|ca depend|pourquoi|comment|quoi)\b|\?/,
  request:
    /\b(?:s'il te plait,? |s'il vous plait,? )?(?:retiens|retenez|note[zr]?|souviens-toi|souvenez-vous|n'oublie[zr]? pas|garde[zr]? en tete)(?:,|:)?(?: que)? (?=\S)/,
  taskLocal: /\b(?:cette fois|pour l'instant|ici|aujourd'hui|dans ce cas|la maintenant)\b/,
  durable:
    /\b(?:toujours|jamais|a partir de maintenant|desormais|dorenavant|a l'avenir|chaque fois|en general|prefere)\b/,
  smallTalk:
    /^(?:salut|bonjour|bonsoir|coucou|merci|au revoir|a bientot|bonne nuit)\b.{0,40}$|^(?:ok|oui|non|bien|super)[.!]*$|\b(?:pizza|dejeuner|diner|petit-dejeuner|cafe|meteo|pluie|week-end|vacances|fete)\b/,
};
