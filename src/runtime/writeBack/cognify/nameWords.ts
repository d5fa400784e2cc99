const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that begin with a capital without being a name, or part of one. */
export const NO_NAMES = words(`
  i the a an this that these those it its he she we you they my your our his her their there here what which who when where why how
  and or but so if then also yes no ok okay please thanks thank hi hello hey dear user preference correction decision from about noted on
  request style note research findings recommendation asked key points work completed monday tuesday wednesday thursday friday saturday sunday
  january february march april may june july august september october november december today tomorrow yesterday
  let's let we'll i'll i'm i'd don't do does did is are was were has have had can could should would will not never always
  der die das ein eine ich du er sie es wir ihr und oder aber wenn dann ja nein bitte danke mein meine unser unsere montag dienstag mittwoch
  donnerstag freitag samstag sonntag el la los las un una yo mi y o pero si le les un une je mon ma mes et ou mais oui non
`);

export const TITLES = words('mr mrs ms miss dr prof herr frau sir lady señor señora monsieur madame');

/** First names that are common in several countries: with them a name is a person's. */
export const FIRST_NAMES = words(`
  ada adam ahmed aisha alan alex alexander alice ali amina amir amy ana anders andrea andreas andrew anna anne antonio anya arjun ben bernd bill bob
  boris brian bruno carla carlos carmen carol chen chloe chris christian christina claire clara daniel daria david deepa diana diego dmitri dora
  eduardo elena eli elias elif elisa elizabeth emil emily emma enrique erik eva fatima felix fernanda fiona florian francesca frank franz fritz
  gabriel george giulia greta gustavo hana hannah hans harry hassan heidi helen helena henry hiro hugo ibrahim igor ines ingrid irina isabel ivan
  jack jakob james jan jane jasmin javier jean jens jessica joao joe johan johanna john jonas jorge jose josef joseph juan julia julian jun
  karin karl kate katharina katja kenji kevin khalid kim klaus laura lars lea lena leo leon li lian lily linda lisa louis lucas lucia luis lukas
  maja manuel marco marek maria marie marina mario mark marta martin mary mateo matteo matthias max mehmet mei mia michael miguel mikhail mohamed
  mona monika nadia natalia nick nico nikolai nina noah nora olga oliver olivia omar oscar pablo paolo patricia patrick paul paula pedro peter petra
  philip pierre piotr priya rachel rafael raj ravi rebecca ricardo richard rita robert rosa ruth sam samuel sandra sara sarah sasha sebastian
  simon sofia sophie stefan steve susan sven takeshi tanja tariq teresa thomas tim tina tom tomas ursula valentina vera victor viktor wei
  werner will yara yasmin yuki yusuf zainab zoe
`);

export const ORGANIZATION_WORDS =
  /\b(?:Inc|Ltd|LLC|GmbH|AG|KG|Corp|Corporation|Company|Co|SA|SL|SARL|BV|NV|Oy|AB|PLC|Group|Bank|University|Institute|Foundation|Association|Partners|Holdings?|Labs?|Studios?|Agency|Ministry|Council|Hospital|School|College|Universität|Verein|Universidad|Université)\b/;
export const PROJECT_WORDS =
  /\b(?:Project|Projekt|Proyecto|Projet|Initiative|Program(?:me)?|Campaign|Launch|Operation|Sprint|Roadmap|Migration|Redesign)\b/;
export const PLACE_WORDS =
  /\b(?:Street|Avenue|Road|Square|Park|City|Airport|Station|Strasse|Straße|Platz|Calle|Plaza|Rue|Place|Bridge|Hotel|Island|Valley|Mount|Lake|River|Town|York|Francisco|Angeles|Paris|London|Berlin|Vienna|Graz)\b/;
