/**
 * What people tell in the simulated life, by language: the fact, a question that shares words with it, and one that shares none
 * but names (`{s}`). `{v}` is what is asked for. The first value can change to another.
 */
export interface Topic {
  readonly fact: string;
  readonly lexical: string;
  readonly paraphrase: string;
  readonly values: readonly string[];
}

const list = (text: string) => text.split('|').map((part) => part.trim());

/** One topic per line: fact | question with its words | paraphrase | pool. */
function topics(pools: Readonly<Record<string, string>>, text: string): readonly Topic[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [fact = '', lexical = '', paraphrase = '', pool = ''] = list(line);
      return { fact, lexical, paraphrase, values: (pools[pool] ?? '').split(',') };
    });
}

const ENGLISH_POOLS = {
  pet: 'Rex,Bruno,Mimi,Luna,Whiskers,Biscuit',
  city: 'Lyon,Tartu,Ghent,Bergen,Lugano,Malmö,Porto,Gdansk',
  job: 'carpenter,nurse,pharmacist,welder,translator,pilot',
  allergy: 'peanuts,shellfish,penicillin,pollen,latex,kiwi',
  colour: 'turquoise,purple,orange,crimson,olive,silver',
  instrument: 'cello,trumpet,accordion,harp,banjo,flute',
  person: 'Henrike,Olufemi,Priya,Tomasz,Beatriz,Soren,Yuki,Amara',
  car: 'Volvo,Skoda,Fiat,Mazda,Dacia,Peugeot',
  number: '740,815,925,1050,1180,1290',
  code: 'KX-4410,QT-7731,ZB-2208,MV-9954,RD-3317,HL-6602',
  coffee: 'decaf,Colombian,Vietnamese,Turkish,iced,Ethiopian',
  date: '3 March,14 May,27 June,9 August,21 October,30 November',
  language: 'Estonian,Swahili,Hungarian,Korean,Icelandic,Catalan',
  place: 'flower pot,door mat,stone frog,gutter,old bench,letter box',
  tablet: 'Ramipril,Lisinopril,Amlodipine,Valsartan,Losartan,Bisoprolol',
  book: 'Middlemarch,Dracula,Beloved,Persuasion,Siddhartha,Emma',
  food: 'celery,liver,olives,tripe,beetroot,anchovies',
  science: 'geology,botany,astronomy,linguistics,economics,zoology',
  fear: 'spiders,heights,thunder,needles,lifts,geese',
  camera: 'Leica,Nikon,Fuji,Canon,Pentax,Olympus',
  day: 'Monday,Tuesday,Wednesday,Thursday,Friday',
  database: 'Postgres,MySQL,MariaDB,Oracle,Firebird,SQLite',
  company: 'Nordwind,Acmetra,Brightloom,Cobaltworks,Ferrano,Gildenhof',
  street: 'Ash Lane,Mill Road,Kings Quay,Elm Court,Ferry Row,Dove Hill',
};

export const OWN_TOPICS = topics(
  ENGLISH_POOLS,
  `
My dog is called {v}. | What is my dog called? | Which name did I give to the puppy at home? | pet
My cat is named {v}. | What is my cat named? | How is that kitten of mine called? | pet
My sister lives in {v}. | Where does my sister live? | In which town is the home of my sibling? | city
I work as a {v}. | What do I work as? | Which profession do I have? | job
I am allergic to {v}. | What am I allergic to? | Which intolerance do I suffer from? | allergy
My favourite colour is {v}. | What is my favourite colour? | Which color do I prefer most? | colour
I play the {v} every evening. | What do I play every evening? | Which game or musical pastime is mine at night? | instrument
My boss is {v}. | Who is my boss? | How is the manager above me called? | person
My wife is called {v}. | What is my wife called? | Which name does the spouse have that I married? | person
I drive a {v} car. | Which car do I drive? | What vehicle do I own? | car
The rent of my flat is {v} euros. | How much is the rent of my flat? | What does the landlord of the apartment want? | number
The wifi password is {v}. | What is the wifi password? | Which secret opens the internet? | code
I drink {v} coffee in the morning. | Which coffee do I drink in the morning? | What kind of espresso is my early beverage? | coffee
My dentist is Dr {v}. | Who is my dentist? | Who takes care of my teeth? | person
My birthday is on {v}. | When is my birthday? | On which date was I born? | date
I am learning {v} at school. | What am I learning at school? | Which subject do I study in the evening course at university? | language
The spare key is under the {v}. | Where is the spare key? | How do I get in when the door has no lock open? | place
My blood pressure pills are called {v}. | What are my blood pressure pills called? | Which medicine do I take against hypertension? | tablet
My favourite book is {v}. | What is my favourite book? | Which novel do I love most? | book
I hate to eat {v}. | What do I hate to eat? | Which food do I dislike? | food
My brother studies {v}. | What does my brother study? | What does the sibling learn at university? | science
I am afraid of {v}. | What am I afraid of? | Which phobia makes me scared? | fear
I take photos with a {v} camera. | Which camera do I take photos with? | What do I use for a picture? | camera
My wedding was in {v}. | Where was my wedding? | In which place did I marry? | city
My mother comes from {v}. | Where does my mother come from? | Which origin has my mum? | city
My vacation in August goes to {v}. | Where does my vacation in August go? | What is the destination of the holiday trip? | city
`,
);

export const GROUP_TOPICS = topics(
  ENGLISH_POOLS,
  `
The client of the project is {v}. | Who is the client of the project? | Which customer do we serve? | company
The launch is on {v}. | When is the launch? | Which release date did we agree on? | date
Our database is {v}. | What is our database? | Which sql engine stores everything? | database
The team meeting is on {v}. | When is the team meeting? | On which weekday is the call of the group? | day
The budget is {v} euros. | How big is the budget? | How much money may we spend? | number
Our server is hosted by {v}. | Who hosts our server? | Which provider runs the machine? | company
The report goes to {v}. | Who does the report go to? | Who receives the summary? | person
Our office is in {v}. | Where is our office? | Where do we have a desk? | street
The contract ends on {v}. | When does the contract end? | Until when is the agreement valid? | date
Our new colleague is {v}. | Who is our new colleague? | What is the coworker called who came last? | person
The password of the printer is {v}. | What is the password of the printer? | Which secret does the copier ask for? | code
The code is checked by {v}. | Who checks the code? | Who looks at the software before it goes out? | person
The price per seat is {v} euros. | What is the price per seat? | How expensive is one licence? | number
The phone number of the hotline is {v}. | What is the phone number of the hotline? | Which mobile do callers dial? | code
`,
);

/** About others: `{s}` is one of the language's names. */
export const OTHERS_TOPICS = {
  en: topics(
    ENGLISH_POOLS,
    `
{s} lives in {v}. | Where does {s} live? | In which town has {s} a home? | city
{s} works as a {v}. | What does {s} work as? | Which profession has {s}? | job
{s} is allergic to {v}. | What is {s} allergic to? | Which intolerance does {s} have? | allergy
The birthday of {s} is on {v}. | When is the birthday of {s}? | On which date was {s} born? | date
{s} drives a {v} car. | Which car does {s} drive? | What vehicle belongs to {s}? | car
{s} is afraid of {v}. | What is {s} afraid of? | Which phobia has {s}? | fear
`,
  ),
  de: topics(
    {
      city: 'Bamberg,Rostock,Trier,Görlitz,Ulm,Husum',
      job: 'Tischlerin,Notarin,Bäckerin,Gärtnerin,Optikerin,Imkerin',
      allergy: 'Haselnüsse,Birkenpollen,Soja,Sellerie,Krebse,Wespen',
      date: '3. März,14. Mai,27. Juni,9. August,21. Oktober,30. November',
      pet: 'Waldi,Minka,Struppi,Flocke,Moritz,Lumpi',
      fear: 'Spinnen,Höhen,Gewitter,Spritzen,Aufzügen,Gänsen',
      colour: 'Türkis,Violett,Ocker,Purpur,Oliv,Silber',
      instrument: 'Cello,Trompete,Harfe,Oboe,Posaune,Flöte',
    },
    `
{s} wohnt in {v}. | Wo wohnt {s}? | In welcher Stadt ist {s} zuhause? | city
{s} arbeitet als {v}. | Als was arbeitet {s}? | Welchen Beruf hat {s}? | job
{s} hat eine Allergie gegen {v}. | Wogegen hat {s} eine Allergie? | Was ist bei {s} unverträglich? | allergy
Der Geburtstag von {s} ist am {v}. | Wann ist der Geburtstag von {s}? | An welchem Tag wurde {s} born? | date
Der Hund von {s} heißt {v}. | Wie heißt der Hund von {s}? | Welchen Namen trägt das Haustier von {s}? | pet
{s} hat Angst vor {v}. | Wovor hat {s} Angst? | Welche Phobie quält {s}? | fear
Die Lieblingsfarbe von {s} ist {v}. | Was ist die Lieblingsfarbe von {s}? | Welchen Ton bevorzugt {s} am liebsten bei Farben? | colour
{s} spielt abends {v}. | Was spielt {s} abends? | Welches Spiel hört man nachts bei {s}? | instrument
`,
  ),
  ru: topics(
    {
      city: 'Псков,Томск,Рязань,Самара,Тула,Омск',
      job: 'плотником,нотариусом,пекарем,садовником,оптиком,пасечником',
      allergy: 'орехи,пыльцу,сою,сельдерей,крабов,пенициллин',
      date: '3 марта,14 мая,27 июня,9 августа,21 октября,30 ноября',
      pet: 'Шарик,Мурка,Тузик,Барсик,Дружок,Рыжик',
      fear: 'пауков,высоты,грозы,уколов,лифтов,гусей',
    },
    `
{s} живет в городе {v}. | Где живет {s}? | Куда {s} возвращается домой, home? | city
{s} работает {v}. | Кем работает {s}? | Какая профессия profession у {s}? | job
У {s} аллергия на {v}. | На что у {s} аллергия? | Что не переносит {s}, intolerance? | allergy
День рождения {s}: {v}. | Когда день рождения {s}? | Какого числа родился born {s}? | date
Собаку {s} зовут {v}. | Как зовут собаку {s}? | Какая кличка имя у пса {s}? | pet
{s} боится {v}. | Чего боится {s}? | Какой страх мучает {s}? | fear
`,
  ),
  sr: topics(
    {
      city: 'Zrenjanin,Kikinda,Čačak,Užice,Pirot,Bor',
      job: 'stolar,notar,pekar,baštovan,optičar,pčelar',
      allergy: 'kikiriki,polen,soju,celer,rakove,penicilin',
      date: '3. marta,14. maja,27. juna,9. avgusta,21. oktobra,30. novembra',
      pet: 'Džeki,Maza,Žućko,Garov,Šarko,Bobi',
      fear: 'paukova,visine,grmljavine,igala,lifta,gusaka',
    },
    `
{s} živi u mestu {v}. | Gde živi {s}? | U kom gradu stanuje {s}? | city
{s} radi kao {v}. | Kao šta radi {s}? | Koji je posao kod osobe {s}? | job
{s} ima alergiju na {v}. | Na šta {s} ima alergiju? | Koju intoleranciju nosi {s}? | allergy
Rođendan {s} je {v}. | Kada je rođendan {s}? | Kog datuma je born {s}? | date
Pas od {s} zove se {v}. | Kako se zove pas od {s}? | Koje name nosi ljubimac od {s}? | pet
{s} se boji {v}. | Čega se {s} boji? | Kakav strah ima {s}? | fear
`,
  ),
  zh: topics(
    {
      city: '大连,昆明,厦门,洛阳,桂林,西宁',
      job: '木匠,律师,面包师,园丁,翻译,飞行员',
      allergy: '花生,花粉,大豆,芹菜,螃蟹,青霉素',
      date: '三月三日,五月十四日,六月二十七日,八月九日,十月二十一日,十一月三十日',
      pet: '小白,旺财,豆豆,毛毛,球球,黑黑',
      fear: '蜘蛛,高处,打雷,打针,电梯,鹅',
    },
    `
{s}住在{v}。 | {s}住在哪里？ | {s}的公寓在哪个城市？ | city
{s}的工作是{v}。 | {s}的工作是什么？ | {s}是什么职业？ | job
{s}对{v}过敏。 | {s}对什么过敏？ | {s}吃什么会过敏？ | allergy
{s}的生日是{v}。 | {s}的生日是哪天？ | {s}哪天出生？ | date
{s}的狗叫{v}。 | {s}的狗叫什么？ | {s}的狗名字是哪个？ | pet
{s}害怕{v}。 | {s}害怕什么？ | 什么让{s}恐惧？ | fear
`,
  ),
} as const;

/** People that are talked about. */
export const SUBJECTS: Readonly<Record<keyof typeof OTHERS_TOPICS, readonly string[]>> = {
  en: ['Fiona', 'Gordon', 'Nadia', 'Elliot'],
  de: ['Annegret', 'Volker', 'Liesel', 'Hartmut'],
  ru: ['Людмила', 'Геннадий', 'Раиса', 'Артур'],
  sr: ['Dragana', 'Miloš', 'Vesna', 'Zoran'],
  zh: ['小红', '建国', '丽华', '志强'],
};
