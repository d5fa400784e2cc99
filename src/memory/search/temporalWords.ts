/** Words of a question about when, or about what is new; whole words, folded as `foldText` does. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: `today|yesterday|tonight|recent|recently|lately|latest|newest|last (?:time|week|month|night|few days)|this (?:week|morning|month)|just now|
    so far|current|currently|earlier`,
  de: 'heute|gestern|vorgestern|neulich|zuletzt|kurzlich|letzte[nrs]? (?:woche|zeit|mal|monat)|diese woche|neueste[nrs]?|aktuell|aktuelle[nrs]?',
  fr: "aujourd'hui|hier|recemment|dernierement|cette semaine|la semaine derniere|dernier|derniere|actuel|actuelle|actuellement",
  es: 'hoy|ayer|anoche|recientemente|ultimamente|esta semana|la semana pasada|ultim[oa]s?|actual|actualmente',
  it: 'oggi|ieri|recentemente|ultimamente|questa settimana|la settimana scorsa|ultim[oaie]|attuale|attualmente',
  pt: 'hoje|ontem|recentemente|ultimamente|esta semana|semana passada|ultim[oa]s?|atual|atualmente',
  nl: 'vandaag|gisteren|onlangs|laatst|deze week|vorige week|nieuwste|huidige',
  pl: 'dzis|dzisiaj|wczoraj|ostatnio|ostatni[aem]?|w tym tygodniu|najnowsz[yae]|obecnie|obecny',
  sr: 'danas|juce|nedavno|poslednj[aiue]|ove nedelje|prosle nedelje|trenutno|najnovij[aie]|данас|јуче|недавно|последњ[аиуе]|ове недеље|прошле недеље|тренутно',
  ru: 'сегодня|вчера|недавно|в последнее время|последни[ий]|последн[яее][яе]|на этои неделе|на прошлои неделе|сеичас|новеиш[а-я]+',
  tr: 'bugun|dun|son zamanlarda|gecen hafta|bu hafta|en son|su anki',
  ar: 'اليوم|امس|أمس|مؤخرا|هذا الاسبوع|الاسبوع الماضي|اخر|احدث',
  zh: '今天|昨天|最近|近来|刚才|上周|这周|本周|最新|目前|现在',
  ja: '今日|昨日|最近|先週|今週|さっき|最新|現在',
  ko: '오늘|어제|최근|지난주|이번 주|방금|최신|현재',
};

/** Languages without spaces have no edges of words. */
const WITHOUT_EDGES: ReadonlySet<string> = new Set(['zh', 'ja', 'ko', 'ar']);

export const TEMPORAL_WORDS: readonly RegExp[] = Object.entries(BY_LANGUAGE).map(([language, words]) => {
  const plain = words.replace(/\|\s+/g, '|');
  return new RegExp(WITHOUT_EDGES.has(language) ? plain : `(?<![\\p{L}\\p{N}])(?:${plain})(?![\\p{L}\\p{N}])`, 'u');
});
