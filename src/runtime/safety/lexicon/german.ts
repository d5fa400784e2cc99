import type { Lexicon } from '../concepts.js';

export const GERMAN: Lexicon = {
  drop: `ignorier* | vergiss | vergesst | vergessen sie | missachte* | missachten sie | beachte nicht | beachten sie nicht | übergehe | übergehen sie | verwirf | verwerfen sie | setze dich über | überschreibe`,
  rules: `anweisung* | regel* | vorgabe* | instruktion* | richtlinie* | befehl* | beschränkung* | einschränkung* | vorschrift*`,
  own: `deine | deiner | deinen | deine eigenen | ihre eigenen`,
  ownRules: `deine anweisungen | deine regeln | deine vorgaben | deine richtlinien | deine instruktionen`,
  prior: `bisherig* | vorherig* | vorig* | früher* | obig* | ursprünglich* | vorangegangen* | bis jetzt | bis hierhin`,
  all: `alle | allen | aller | alles | sämtliche* | jegliche*`,
  given: `die du bekommen hast | die dir gegeben wurden | die man dir gegeben hat | die du erhalten hast`,
  reveal: `zeige | zeig | zeig mir | gib aus | nenne | verrate | verrat mir | wiederhole | drucke`,
  hidden: `systemprompt* | system prompt* | systemanweisung* | versteckte anweisung* | geheime anweisung* | ursprüngliche anweisung*`,
};
