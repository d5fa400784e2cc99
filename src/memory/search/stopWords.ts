/**
 * Words that say nothing about what is looked for, by language, folded as terms are. They matter in small minds; in large ones
 * the share of frames that hold a term tells the same. A word that means something in another of these languages is left out.
 */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: `a about after again all also am an and any are as ask at be because been before being but by can could did do does doing don for
    from get give go had has have he her here him his how i if in into is it its just know let like ll m me more my no not now of on or
    our out over please re remember remembered s say she should so some t tell than that the their them then there these they this those
    to too up us ve was we were what when where which who why will with would yes you your`,
  de: `aber als auch auf aus bei bist da das dass dein deine dem der des die dir doch du ein eine einem einen einer er es euch fur
    habe haben hast ich ihr im ist ja kann kein keine mein meine mich mir nach nicht noch nur oder sein seine sich sie sind uber und
    uns unser von vor wann warum wie wieder wir wird wo wurde zu zum zur welche welcher welches`,
  fr: `ai alors au aux avec avez avons c ce ces cette comme d dans de des du elle en est et etait eu il ils j je l la le les leur lui ma mais
    mes moi mon n ne nos notre nous ont ou par pas qu quand que quel quelle qui sa ses sont sur ta tes toi ton tu un une vous votre`,
  es: `al como con cual cuando cuanto de del donde e el ella en es esta este estoy fue ha hay he la las le lo los mas me mi mis muy no nos
    o para pero por que quien se si sobre su sus te tengo ti tu tus un una y yo`,
  it: `che chi ci come con cosa cui da dal dei del della di dove e ed gli ha hai ho i il io la le lo lui ma mi mia mio mie nel nella non o
    per perche piu quale quando quanto se si sono su sua suo ti tu tua tuo un una uno`,
  pt: `ao as com como da das de do dos e ela ele em era essa esse esta eu foi isso lhe mas me meu meus minha na nao nas no nos o os ou para
    pela pelo por qual quando que quem se sem seu sua tem tenho um uma voce`,
  nl: `aan als bij dat de deze die dit een en er haar heb hebben heeft het hij ik is je kan maar met mij mijn naar niet nog of om ook op
    te uit voor waar wanneer wat we wie wij ze zij zijn zo`,
  pl: `a ale bo by byc byl ci co czy dla do gdzie go i ich ja jak jaki jest jestem kiedy kto ma mam mi mnie moj moja moje na nie o od po
    sa sie ta tak te ten to tu ty w z za ze`,
  sr: `a ali bi bio da do ga gde i ili iz ja je jer kad kada kako ko koja koje koji li me mene mi moj moja moje mu na ne nije o od po
    sa sam se si smo ste su sta te ti to tu u vi za`,
  'sr-Cyrl': `а али би био да до га где и или из ја је јер кад када како ко која које који ли ме мене ми мој моја моје му на не није о од
    по са сам се си смо сте су та те ти то ту у ви за шта`,
  ru: `а без был была были было быть в вам вас во вот все вы где да для до его ее если есть еще же за и из или им их к как какая какие
    какои ко когда кто ли меня мне мои мне моя мое моих мы на не него нее нет но ну о об он она они оно от по при про с со так там
    твои тебя тебе то тоже ты у уже чем что чтобы это я`,
  tr: `ama ben benim bir bu cok da de diye en gibi hangi icin ile ise kim mi mu nasil ne neden nerede o olan olarak sen senin su ve ya`,
  ar: `ا الى ان او اي اين في قد كان كيف لا لم ما ماذا متى من هذا هذه هل هو هي و يا على عن مع انا انت لي لك`,
  he: `אבל אז אם אני את אתה או איפה אין הוא היא זה יש כי כן לא לי לך מה מי מתי על עם של שלי גם`,
  hi: `और का की के को क्या कब कहाँ कैसे कौन में मेरा मेरी मेरे मैं ने पर यह वह से है हैं हूँ था थी हो भी`,
};

const STOP_WORDS: ReadonlySet<string> = new Set(
  Object.values(BY_LANGUAGE).flatMap((words) => words.trim().split(/\s+/)),
);

export function isStopWord(term: string): boolean {
  return STOP_WORDS.has(term);
}
