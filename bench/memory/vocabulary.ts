/** Parts of which frames are put together, by language: people, things that are said of them, and words for them. */
export interface Vocabulary {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  readonly things: readonly string[];
  readonly places: readonly string[];
  readonly times: readonly string[];
}

const words = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

export const VOCABULARIES: readonly Vocabulary[] = [
  {
    names: words(
      'Ann,Bob,Clara,David,Ellen,Frank,Grace,Henry,Iris,James,Kate,Liam,Mona,Noah,Olive,Peter,Quinn,Rose,Sam,Tina',
    ),
    patterns: [
      '{name} keeps the {thing} in the {place}.',
      'Decision: the {thing} goes to {place} {time}, {name} takes care of it.',
      '{name} wants the {thing} ready {time}; {other} checks it in {place}.',
      'Order {number} for the {thing} was sent to {place} {time}.',
      '{name} prefers the {thing} over the {second} because of the {third}.',
      'In {place} {name} met {other} to talk about the {thing} and the {second}.',
      'The {thing} of {name} costs {number} euros and comes from {place}.',
    ],
    things: words(
      'invoice,printer,garden fence,server,summer tent,keyboard,bookshelf,bicycle,coffee machine,contract draft,train ticket,camera lens,guitar,chess set,report,budget plan,landing page,database backup,release note,test suite,prototype,bearing,gearbox,water pump,solar panel,fishing rod,wool coat,leather bag,passport copy,insurance letter,tax form,greenhouse,beehive,pottery wheel,violin,recipe book,spice rack,fire alarm,door key,parking permit,hard drive,monitor arm,standing desk,whiteboard,projector,blood test,vaccination card,running shoes,climbing rope,tennis racket,swimming goggles,tool box,ladder,paint bucket,curtain rail,heating valve,roof tile,gutter,lawn mower,compost bin,stamp collection,photo album,film script,concert poster,board game,puzzle,model railway,telescope,microscope,compass,tea kettle,bread oven,cheese board,wine rack,salad bowl,lunch box,thermos,picnic blanket,umbrella,raincoat,scarf',
    ),
    places: words(
      'the cellar,the attic,the office,Lyon,Berlin,Oslo,the warehouse,the library,the harbour,the kitchen,Porto,Vienna,the clinic,the workshop,the archive,Prague,the station,the museum,Madrid,the school',
    ),
    times: words(
      'on Monday,on Friday,next week,in March,before noon,at the end of June,this autumn,on the 14th,every second week,after the holidays',
    ),
  },
  {
    names: words(
      'Jürgen,Sabine,Uwe,Birgit,Matthias,Heike,Stefan,Ulrike,Torsten,Petra,Jörg,Anke,Ralf,Silke,Dieter,Gudrun',
    ),
    patterns: [
      '{name} bewahrt {thing} in {place} auf.',
      'Entscheidung: {thing} kommt {time} nach {place}, {name} kümmert sich darum.',
      '{name} braucht {thing} {time}; {other} prüft es in {place}.',
      'Bestellung {number} für {thing} ging {time} nach {place}.',
      'In {place} sprachen {name} und {other} über {thing} und {second}.',
    ],
    things: words(
      'Rechnung,Drucker,Gartenzaun,Zelt,Tastatur,Bücherregal,Fahrrad,Kaffeemaschine,Vertragsentwurf,Fahrkarte,Kameraobjektiv,Gitarre,Schachbrett,Bericht,Haushaltsplan,Datensicherung,Prototyp,Getriebe,Wasserpumpe,Solaranlage,Angelrute,Wollmantel,Ledertasche,Reisepass,Versicherungsbrief,Steuererklärung,Gewächshaus,Bienenstock,Töpferscheibe,Geige,Kochbuch,Gewürzregal,Rauchmelder,Türschlüssel,Parkausweis,Festplatte,Schreibtisch,Beamer,Blutprobe,Impfausweis,Laufschuhe,Kletterseil,Werkzeugkasten,Leiter,Farbeimer,Heizungsventil,Dachziegel,Rasenmäher,Komposter,Briefmarken,Fotoalbum,Fernrohr,Teekanne,Backofen',
    ),
    places: words('Köln,Dresden,Keller,Büro,Werkstatt,Bücherei,München,Hafen,Küche,Zürich,Graz,Schule,Praxis,Archiv'),
    times: words('am Montag,am Freitag,nächste Woche,im März,vor Mittag,Ende Juni,im Herbst,am 14.,nach den Ferien'),
  },
  {
    names: words('Иван,Марина,Олег,Светлана,Дмитрий,Ольга,Сергей,Наталья,Павел,Юлия,Андрей,Татьяна'),
    patterns: [
      '{name} хранит {thing}: {place}.',
      'Решение: {thing} отправить {time} в {place}, отвечает {name}.',
      '{name} просит подготовить {thing} {time}, проверит {other}.',
      'Заказ {number}: {thing}, {place}, {time}.',
    ],
    things: words(
      'счёт,принтер,забор,палатка,клавиатура,книжная полка,велосипед,кофеварка,договор,билет,объектив,гитара,шахматы,отчёт,смета,резервная копия,прототип,редуктор,насос,удочка,пальто,сумка,паспорт,страховка,декларация,теплица,улей,скрипка,духовка,стремянка,краска,черепица,газонокосилка,марки,альбом,телескоп,чайник,зонт',
    ),
    places: words('подвал,офис,мастерская,библиотека,Казань,Тверь,порт,кухня,школа,клиника,архив'),
    times: words('в понедельник,в пятницу,на следующей неделе,в марте,до обеда,в конце июня,осенью'),
  },
  {
    names: words('小明,李娜,王伟,张敏,刘洋,陈静,杨帆,赵磊'),
    patterns: [
      '{name}把{thing}放在{place}。',
      '决定：{time}把{thing}送到{place}，由{name}负责。',
      '{name}和{other}在{place}讨论了{thing}。',
      '订单{number}：{thing}，{time}送到{place}。',
    ],
    things: words(
      '发票,打印机,花园围栏,服务器,帐篷,键盘,书架,自行车,咖啡机,合同草案,火车票,相机镜头,吉他,象棋,报告,预算表,数据库备份,原型,齿轮箱,水泵,太阳能板,钓鱼竿,羊毛大衣,皮包,护照,保险单,报税表,温室,蜂箱,小提琴,烤箱,梯子,油漆,割草机,邮票,相册,望远镜,茶壶,雨伞',
    ),
    places: words('地下室,办公室,图书馆,上海,北京,厨房,学校,诊所,仓库,杭州'),
    times: words('星期一,星期五,下周,三月,中午之前,六月底,秋天'),
  },
  {
    names: words('Đorđe,Jelena,Nikola,Milica,Stefan,Ivana,Luka,Ana,Petar,Sanja'),
    patterns: [
      '{name} čuva {thing} ({place}).',
      'Odluka: {thing} ide {time} u {place}, brine {name}.',
      '{name} i {other} pričaju o stvari: {thing}, {place}.',
      'Porudžbina {number}: {thing}, {place}, {time}.',
    ],
    things: words(
      'račun,štampač,ograda,šator,tastatura,polica,bicikl,aparat za kafu,ugovor,karta,objektiv,gitara,šah,izveštaj,budžet,rezervna kopija,prototip,menjač,pumpa,pecaljka,kaput,tašna,pasoš,osiguranje,plastenik,košnica,violina,rerna,merdevine,farba,crep,kosilica,markice,album,teleskop,čajnik,kišobran',
    ),
    places: words('podrum,kancelarija,radionica,biblioteka,Novi Sad,Niš,luka,kuhinja,škola,klinika'),
    times: words('u ponedeljak,u petak,sledeće nedelje,u martu,pre podne,krajem juna,na jesen'),
  },
];
