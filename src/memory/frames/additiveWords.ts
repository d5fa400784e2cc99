/**
 * Words of which a sentence may hold for several things at a time: who likes tea can like coffee, too, and what was bought last week is no
 * other word for what was bought today. A text with one of them is not contradicted by the same text with another end. Folded.
 */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: `like likes liked love loves enjoy enjoys hate hates dislike dislikes detest detests know knows speak speaks have has ive own owns
    need needs want wants buy buys use uses read reads watch watches eat eats drink drinks prefer prefers collect collects visit visits play plays support
    supports include includes contain contains can could allergic allergy afraid fear fears scared remind remember note met saw won bought sold paid
    made wrote took went ate drank gave sent found lost said told spoke heard got also another too`,
  de: `mag mogen liebe liebt lieben hasse hasst hassen kenne kennt kennen spreche spricht sprechen habe hat haben brauche braucht brauchen
    will wollen kaufe kauft besitze besitzt esse isst trinke trinkt lese liest spiele spielt sammle sammelt kann konnen nutze nutzt verwende verwendet
    angst allergie allergisch erinnere auch gekauft verkauft besucht getroffen gesehen gegessen gelesen bezahlt geschrieben`,
  fr: `aime aimes aiment adore deteste ai as ont jai connais connait parle parlons sais sait veux veut besoin achete mange bois lis joue joues
    collectionne peux peut peur allergique allergie aussi`,
  es: `gusta gustan encanta encantan odio odia tengo tiene tienen hablo habla conozco conoce necesito necesita quiero quiere compro compre compra como
    come bebo leo juego juega puedo puede miedo alergico alergica alergia tambien`,
  it: `piace piacciono amo ama odio odia ho ha hanno parlo parla conosco conosce voglio vuole compro comprato mangio bevo leggo gioco suono
    posso puo paura allergico allergica visitato anche`,
  pt: `gosto gosta adoro odeio tenho tem falo fala conheco preciso quero quer comprei compro como bebo leio jogo posso pode medo alergico alergica tambem`,
  ru: `люблю любит любят ненавижу знаю знает говорю говорит есть имею имеет нужен нужна нужно нужны хочу хочет купил купила купили ем ест пью
    читаю играю играет могу может боюсь боится аллергия аллергию тоже также`,
  sr: `volim voli mrzim znam zna govorim govori imam ima trebam treba hocu kupio kupila kupili jedem jede pijem citam igram sviram svira mogu
    moze bojim boji alergiju alergija alergican takodje волим воли мрзим знам зна говорим говори имам има треба хоћу купио купила једем пијем
    читам играм свирам могу може бојим боји алергију`,
};

export const ADDITIVE_WORDS: ReadonlySet<string> = new Set(
  Object.values(BY_LANGUAGE).flatMap((words) => words.trim().split(/\s+/)),
);

/** The same in scripts without spaces, as parts of a text. */
export const ADDITIVE_PARTS =
  /喜欢|讨厌|[不]?爱|会说|认识|知道|需要|想|有|买|卖|吃|喝|怕|过敏|也|了|好き|嫌い|買|アレルギー|持って/u;

/** Without a form of "to be" before it, such a word tells what happened, not what is. */
export const PAST_WORD = /^[a-z]{3,}ed$/;
export const BE_WORDS: ReadonlySet<string> = new Set('is are am be been being gets getting'.split(' '));
