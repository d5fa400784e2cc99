import type { ExchangePhrases } from './exchangePhrases.js';

export const german: ExchangePhrases = {
  preference: [
    /\bich (?:bevorzuge|ziehe .{1,60} vor|mag (?:lieber |am liebsten |keine?n? )|hasse|hatte lieber|hatte am liebsten|nehme immer|trinke (?:immer|nie|nur)|esse (?:immer|nie|nur|kein))/,
    /\b(?:bitte )?(?:nenn|nenne|nennen sie) mich (?!nicht|doch)\S/,
    /\bmein(?:e)? (?:bevorzugte[rs]?|lieblings\w+|stil|standard)\b.*\bist\b/,
    /\b(?:bitte|antworte|schreib|schreibe|verwende|benutze|nutze)\b.*\b(?:immer|nie|niemals|kunftig|in zukunft)\b/,
    /\b(?:ab jetzt|ab sofort|von jetzt an|in zukunft|kunftig)\b/,
    /\b(?:halte?|fasse?) (?:es|dich|deine antworten|antworten) (?:kurz|knapp|einfach|ausfuhrlich|formlich)\b/,
    /\b(?:hor|hore) auf,? .{1,60} zu\b/,
  ],
  about: [
    /\bich (?:wohne|lebe|arbeite|studiere|unterrichte) (?:in|bei|als|fur|nahe|an)\b/,
    /\bich bin (?:stark |sehr )?(?:allergisch|vegan|vegetarisch|veganer(?:in)?|vegetarier(?:in)?|diabetiker(?:in)?|schwanger|linkshander(?:in)?|verheiratet|laktoseintolerant)\b/,
    /\bmein(?:e|en)? (?:name|geburtstag|frau|mann|partner(?:in)?|sohn|tochter|kinder|hund|katze|chef(?:in)?|firma|team|adresse|telefonnummer|e-?mail|schwester|bruder|mutter|vater|arzt|arztin|zeitzone) (?:ist|sind|heisst|heissen|lautet|hat|wohnt|arbeitet)\b/,
    /\bich heisse\b|\bich habe (?:eine |zwei |drei |\d+ )?(?:\w+ )?(?:allergie|sohne?|tochter|kinder|hunde?|katzen?)\b/,
  ],
  decision: [
    /\b(?:wir|ich) (?:haben?|habe) (?:uns |mich )?.{0,80}\b(?:entschieden|beschlossen|vereinbart|geeinigt|festgelegt)\b/,
    /\b(?:wir|ich) (?:nehmen|nehme|verwenden|nutzen|bleiben bei|machen es mit|entscheiden uns fur|entscheide mich fur|gehen mit)\b/,
    /\bder plan ist\b|\bentscheidung:|\bes bleibt (?:bei|dabei)\b|\blass uns .{1,60}(?:nehmen|machen|verwenden)\b/,
  ],
  undecided: [
    /\b(?:wenn|falls|ob|bevor|bis|angenommen) (?:wir|du|ich|sie|es|das|der|die)\b|\bnoch nicht\b|\bnicht (?:entschieden|beschlossen)\b|\b(?:sollen|sollten|konnten) wir\b|\bvielleicht\b|\bunsicher\b/,
  ],
  correction: [
    /^nein[,.!:;]* (?:eigentlich|das|es|falsch|nicht|stimmt)\b/,
    /\bdas (?:ist|war|stimmt) (?:so )?(?:falsch|nicht (?:richtig|korrekt|wahr)?|ein irrtum|ein fehler|verkehrt)(?:$|[\s,.!:;])/,
    /\bdu (?:irrst dich|liegst falsch|hast .{1,40}falsch)\b|^(?:falsch|korrektur)\b[,.:!;]?|\bich meinte .{1,60} nicht\b/,
  ],
  acceptance:
    /^(?:ok(?:ay)?|ja|jawohl|klar|gerne?|passt|mach(?:e|en wir)?(?: das| es| so)?|einverstanden|in ordnung|perfekt|super|gut|genau|so machen wir'?s)\b/,
  hedge:
    /\b(?:aber|allerdings|nicht sicher|unsicher|vielleicht|spater|warte|obwohl|erst|kommt darauf an|warum|wie|was)\b|\?/,
  request:
    /\b(?:bitte )?(?:merk(?:e)? dir|notier(?:e)?|vermerke|schreib(?:e)? auf|vergiss nicht|denk(?:e)? daran|zur info|behalte? im kopf)(?:,|:)?(?: dass)? (?=\S)/,
  taskLocal: /\b(?:diesmal|dieses mal|furs erste|vorerst|hier|heute|gerade|in diesem fall|nur jetzt)\b/,
  durable:
    /\b(?:immer|nie|niemals|ab jetzt|ab sofort|von jetzt an|in zukunft|kunftig|jedes mal|grundsatzlich|generell|bevorzuge)\b/,
  smallTalk:
    /^(?:hi|hallo|hey|moin|servus|danke|vielen dank|tschuss|guten (?:morgen|tag|abend)|gute nacht|bis (?:bald|morgen))\b.{0,40}$|^(?:ok|okay|ja|nein|klar|gut|super)[.!]*$|\b(?:pizza|mittagessen|abendessen|fruhstuck|kaffee|wetter|regnet|wochenende|urlaub|feier)\b/,
};
