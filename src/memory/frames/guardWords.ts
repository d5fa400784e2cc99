/**
 * Words that turn what a sentence says around, though searching leaves them out: two texts that differ in one of them are not
 * the same memory. By language, folded as search terms are.
 */

/** Denial. */
const NEGATIONS_BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: `not no never none nobody nothing neither nor without cannot cant dont doesnt didnt isnt arent wasnt wont wouldnt
    shouldnt hasnt havent hadnt t unable stopped quit`,
  de: 'nicht kein keine keinen keinem keiner nie niemals niemand nichts ohne weder',
  fr: 'ne pas jamais aucun aucune rien sans ni',
  es: 'no nunca jamas ningun ninguna nada sin tampoco',
  it: 'non mai nessun nessuno nessuna niente senza',
  pt: 'nao nunca jamais nenhum nenhuma nada sem',
  nl: 'niet geen nooit niemand niets zonder',
  pl: 'nie nigdy nikt nic bez zaden',
  sr: 'ne nije nisam nisu nema nikad nikada bez nece не није нисам нису нема никад никада без неће',
  ru: 'не нет ни никогда никто ничего без',
  tr: 'degil yok asla hic',
  ar: 'لا ليس لم لن بدون',
  he: 'לא אין אף בלי',
  hi: 'नहीं मत न बिना',
};

/** Past, doubt, restriction and change: of other times or not for sure. */
const TURNS_BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: `was were had did used formerly former previously ex anymore longer until before after only except instead maybe perhaps might
    if unless would could should than over under more less`,
  de: 'war waren hatte fruher ehemals mehr nur ausser statt vielleicht wenn bis vor nach wurde als weniger',
  fr: 'etait avait ancien plus seulement sauf peut-etre si avant apres moins',
  es: 'era estaba tenia antes solo excepto quizas si menos mas despues',
  it: 'era aveva prima solo tranne forse se meno dopo',
  pt: 'era tinha antes apenas exceto talvez se menos depois',
  ru: 'был была были раньше бывший только кроме может если до после больше меньше',
  sr: 'bio bila bilo ranije samo osim mozda ako pre posle био била било раније само осим можда ако пре после',
};

function wordsOf(lists: Readonly<Record<string, string>>): ReadonlySet<string> {
  return new Set(Object.values(lists).flatMap((words) => words.trim().split(/\s+/)));
}

export const NEGATIONS = wordsOf(NEGATIONS_BY_LANGUAGE);
export const TURNS = wordsOf(TURNS_BY_LANGUAGE);

/** Words of which one is the other's opposite; both sides as `stemOf` leaves them. */
const OPPOSITE_PAIRS: readonly (readonly [string, string])[] = [
  ['lik', 'dislik'],
  ['lov', 'hat'],
  ['lik', 'hat'],
  ['lov', 'dislik'],
  ['enabl', 'disabl'],
  ['open', 'clos'],
  ['accept', 'reject'],
  ['approv', 'reject'],
  ['approv', 'declin'],
  ['allow', 'forbid'],
  ['start', 'stop'],
  ['marri', 'divorc'],
  ['marri', 'singl'],
  ['vegetarian', 'meat'],
  ['remot', 'offic'],
  ['mag', 'hass'],
  ['aime', 'detest'],
  ['gusta', 'odia'],
];

export const OPPOSITES: ReadonlyMap<string, ReadonlySet<string>> = OPPOSITE_PAIRS.reduce((map, [one, other]) => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    map.set(from, new Set([...(map.get(from) ?? []), to]));
  return map;
}, new Map<string, ReadonlySet<string>>());

/** Who the text is about without saying so: the person, whose words it may be or of whom it may speak. */
export const SPEAKER_WORDS: ReadonlySet<string> = new Set(
  `i me my mine myself im user users person he she they his her their him them we our us ich mich mir mein meine meinem meinen meiner
  nutzer benutzer nutzerin je j moi mon ma mes utilisateur yo mi mis usuario io mio mia utente eu meu minha ja moj moja moje я мой моя
  мне меня ја мој моја`.split(/\s+/),
);
