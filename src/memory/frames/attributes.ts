/**
 * What has one value at a time: a person has one birthday, a project one deadline. Two memories that give the same attribute
 * of the same thing different values are put before the person. Folded, by language.
 */

/** Nouns before "is": `Ann's birthday is ...`, `the deadline is ...`. A word that ends so counts too. */
const NOUNS_BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: `birthday birthdate deadline address email e-mail phone number name nickname age job title role salary budget price cost rent
    meeting appointment flight time date colour color favourite favorite size height weight language timezone zone city hometown
    manager boss wife husband partner girlfriend boyfriend version port url host hostname status owner lead leader currency
    car anniversary due start end limit target goal code plate allergy diet subscription plan bank doctor dentist landlord school
    password passcode pin rate tariff headcount`,
  de: `geburtstag termin frist abgabetermin adresse nummer name alter beruf gehalt budget preis miete besprechung flug uhrzeit datum
    farbe lieblings grosse sprache zeitzone stadt chef chefin frau mann partner partnerin version status auto ziel arzt zahnarzt schule`,
  fr: `anniversaire echeance date adresse numero nom age metier salaire budget prix loyer reunion vol heure couleur taille langue
    ville chef femme mari version statut voiture objectif medecin prefere preferee`,
  es: `cumpleanos fecha plazo direccion numero nombre edad trabajo salario presupuesto precio alquiler reunion vuelo hora color talla
    idioma ciudad jefe jefa esposa marido version estado coche objetivo medico favorito favorita`,
  it: 'compleanno scadenza data indirizzo numero nome lavoro stipendio budget prezzo affitto riunione volo ora colore citta capo preferito preferita',
  pt: 'aniversario prazo data endereco numero nome trabalho salario orcamento preco aluguel reuniao voo hora cor cidade chefe favorito favorita',
  sr: 'rodjendan rok adresa broj ime posao plata budzet cena sastanak let vreme datum boja grad sef omiljena omiljeni рођендан рок адреса број име посао плата буџет цена састанак лет време датум боја град шеф омиљена омиљени',
  ru: 'рождения срок дедлайн адрес номер имя возраст работа зарплата бюджет цена встреча рейс время дата цвет размер город начальник любимый любимая любимое',
};

export const ATTRIBUTE_NOUNS: readonly string[] = [
  ...new Set(Object.values(NOUNS_BY_LANGUAGE).flatMap((words) => words.trim().split(/\s+/))),
];

/** Words that stand between an attribute and its value. */
export const COPULAS: ReadonlySet<string> = new Set(
  `is are s = : equals costs ist sind kostet heisst est sont coute es son cuesta e sono costa e sao custa je su iznosi kosta је су износи
  кошта это — – составляет стоит`.split(/\s+/),
);

/** Verbs that are an attribute themselves, and the attribute. Matched word by word in the folded text. */
export const ATTRIBUTE_VERBS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:lives?|living|resides?|is based|relocated|moved|moving) (?:in|at|to)\b/u, 'home'],
  [/\b(?:works?|working|is employed) (?:at|for|by)\b/u, 'employer'],
  [/\b(?:works?|working|is employed) as\b/u, 'job'],
  [/\b(?:is|am|are) (?:called|named)\b/u, 'name'],
  [/\b(?:was|is|am) born (?:on|in)\b/u, 'birth'],
  [/\b(?:wohnt|wohne|lebt|lebe|zog|zieht|ziehe) (?:in|nach)\b/u, 'home'],
  [/\b(?:arbeitet|arbeite) (?:bei|fur)\b/u, 'employer'],
  [/\b(?:arbeitet|arbeite) als\b/u, 'job'],
  [/\b(?:heisst|heisse)\b/u, 'name'],
  [/\b(?:habite|vit|vis) (?:a|en|au)\b/u, 'home'],
  [/\b(?:travaille) (?:chez|pour)\b/u, 'employer'],
  [
    /\b(?:travaille comme|trabaja (?:de|como)|trabajo (?:de|como)|lavor[ao] come|trabalh[ao] como|radim? kao)\b/u,
    'job',
  ],
  [/\b(?:vive|vivo|reside|abita|abito|mora|moro) (?:en|in|a|em)\b/u, 'home'],
  [/\b(?:trabaja|trabajo|lavora|lavoro|trabalha|trabalho) (?:en|para|per|presso|na|no|em)\b/u, 'employer'],
  [/(?:^|\s)(?:живет|живу|переехал|переехала) (?:в|во|на)(?=\s)/u, 'home'],
  [/(?:^|\s)(?:работает|работаю) (?:в|во|на)(?=\s)/u, 'employer'],
  // What somebody works as stands in the instrumental.
  [/(?:^|\s)(?:работает|работаю)(?=\s\p{L}+(?:ом|ем|ой|ей|цей)(?:\s|[.,]|$))/u, 'job'],
  [/(?:^|\s)(?:zivi|zivim|preselio se|preselila se|живи|живим) (?:u|у)(?=\s)/u, 'home'],
  [/(?:^|\s)(?:radi|radim|ради|радим) (?:u|za|у|за)(?=\s)/u, 'employer'],
  [/(?:住在|居住在|搬到)/u, 'home'],
  [/(?:生日是|の誕生日は)/u, 'birthday'],
];
