import type { SingleShape } from './taskShape.js';

/**
 * The verbs that open a request, in other languages than English: German, French, Spanish, Portuguese, Russian, Chinese.
 * They name the shape; there are no weights for them, so the confidence stays below every threshold.
 */
export const FOREIGN_OPENINGS: readonly (readonly [opening: RegExp, shape: SingleShape])[] = [
  [
    /^(?:erstell\w*|mach\w*|schreib\w*)(?: mir| uns)? (?:einen|den) \w*(?:plan|fahrplan)|^plan(?:e|en sie)\b|^organisier|^wie (?:kann|soll|muss|richte|baue|erstelle) (?:ich|man|wir)\b/iu,
    'plan-execute',
  ],
  [
    /^planifie|^organise[rz]?\b|^planifica|^organiza|^planej|^спланируй|^организуй|^составь план|^(?:请)?(?:制定|规划|计划)/iu,
    'plan-execute',
  ],
  [/^vergleich|^compar[aeoe]|^comparez|^сравни|^(?:请)?(?:比较|对比)/iu, 'compare'],
  [
    /^soll(?:te)?n? (?:ich|wir)\b|^welche[rns]? (?:option|variante|lösung)|^hilf mir (?:zu |bei der )?entscheid/iu,
    'decide',
  ],
  [/^(?:devrais|dois)-je|^¿?deber[ií]a|^devo\b|^стоит ли|^(?:我|我们)(?:应该|该不该)/iu, 'decide'],
  [
    /^(?:über)?prüfe?\b|^begutachte|^korrigier|^relis|^vérifie|^révise|^revisa|^revise|^проверь|^(?:请)?(?:检查|审查|审阅)/iu,
    'review',
  ],
  [
    /^schreib|^verfass|^entwirf|^formulier|^écri|^rédige|^escrib|^redacta|^escrev|^redij|^напиши|^составь|^(?:请)?(?:写|起草|撰写)/iu,
    'draft',
  ],
  [
    /^recherchier|^untersuch|^finde? heraus|^erforsch|^was (?:ist|sind|bedeutet)\b|^renseigne|^recherche[rz]?\b|^qu'est-ce/iu,
    'research',
  ],
  [
    /^investiga|^averigua|^¿?qué (?:es|son)\b|^pesquis|^o que (?:é|são)\b|^исследуй|^выясни|^что такое|^(?:请)?(?:研究|调查|查一下)/iu,
    'research',
  ],
];
