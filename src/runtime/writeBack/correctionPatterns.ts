/**
 * Words with which people correct the assistant, and how much each says (spec runtime 5.3): strong ones 2 to 3, moderate ones
 * 1 to 2. Matched against folded text (`foldPhrase`).
 */
export const CORRECTION_PATTERNS: readonly { readonly pattern: RegExp; readonly weight: 1 | 2 | 3 }[] = [
  { pattern: /^no[,.!:;]+ (?:actually|that|it|wait|wrong|not|this)\b/, weight: 3 },
  {
    pattern: /\b(?:that|this|it)(?:'s| is| was|s) (?:\w+ )?(?:wrong|incorrect|not (?:right|correct|true|what i))\b/,
    weight: 3,
  },
  { pattern: /\byou(?:'re| are| were|'ve got| got) (?:it )?(?:wrong|mistaken|incorrect)\b/, weight: 3 },
  { pattern: /\bi (?:already )?(?:told|asked|said) (?:you )?(?:not to|to stop|before|already|twice)\b/, weight: 3 },
  { pattern: /\bstop (?:doing|saying|adding|using|sending|writing|calling|apologi[sz]ing|repeating)\b/, weight: 2 },
  {
    pattern:
      /\b(?:too|way too|so) (?:formal|informal|casual|long|short|wordy|verbose|vague|technical|detailed|cheerful|polite|pushy)\b/,
    weight: 2,
  },
  {
    pattern: /\b(?:don't|do not|never) (?:ever )?(?:do|say|use|add|call|write|send|include|assume|start|end|make)\b/,
    weight: 2,
  },
  { pattern: /\bnot what i (?:asked|meant|wanted)\b|\byou (?:misunderstood|missed|ignored|forgot)\b/, weight: 2 },
  { pattern: /\b(?:i'd|i would) (?:rather|prefer)\b|\bi prefer\b/, weight: 1 },
  { pattern: /^actually\b|\bi meant\b|\binstead of\b|\bplease (?:fix|redo|change|correct)\b/, weight: 1 },
  { pattern: /\b(?:from now on|next time|in (?:the )?future)\b/, weight: 1 },
  { pattern: /\b(?:shorter|longer|simpler|less|more) (?:formal|detail|words|please|technical|casual)\b/, weight: 1 },
  {
    pattern: /^nein[,.!:;]+|\bdas (?:ist|stimmt|war) (?:so )?(?:falsch|nicht)\b|\bdu (?:irrst|liegst falsch)\b/,
    weight: 3,
  },
  {
    pattern:
      /\bhor(?:e)? auf\b|\bzu (?:formell|formlich|lang|kurz|technisch|ausfuhrlich|locker)\b|\bnicht das,? was ich\b/,
    weight: 2,
  },
  { pattern: /^no[,.!:;]+ (?:eso|en realidad)|\beso (?:esta mal|no es|es incorrecto)\b|\bte equivocas\b/, weight: 3 },
  { pattern: /\bdemasiado (?:formal|largo|corto|tecnico|informal)\b|\bdeja de \w+r\b/, weight: 2 },
  { pattern: /^non[,.!:;]+|\bc'est (?:faux|incorrect|inexact)\b|\btu te trompes\b|\bvous vous trompez\b/, weight: 3 },
  { pattern: /\btrop (?:formel|long|court|technique|familier)\b|\barrete[zr]? de\b/, weight: 2 },
  { pattern: /это (?:неверно|неправильно|не так)|ты ошиба/, weight: 3 },
  { pattern: /слишком (?:длинно|коротко|формально|сложно)|перестань/, weight: 2 },
  { pattern: /^不对|你(?:搞|弄|说)?错了/, weight: 3 },
  { pattern: /太(?:长|短|正式|啰嗦)|不要再/, weight: 2 },
];

/** What a correction is about, and in which way: `tone:too_formal`. The first that fits names it. */
export const CORRECTION_TOPICS: readonly { readonly key: string; readonly pattern: RegExp }[] = [
  {
    key: 'tone:too_formal',
    pattern:
      /\b(?:too|so|less) formal\b|\bzu (?:formell|formlich)\b|\bdemasiado formal\b|\btrop formel\b|太正式|слишком формально/,
  },
  {
    key: 'tone:too_casual',
    pattern:
      /\b(?:too|less|so) (?:casual|informal|chatty|cheerful)\b|\bmore formal\b|\bzu locker\b|\bdemasiado informal\b|\btrop familier\b/,
  },
  { key: 'tone:emoji', pattern: /\bemojis?\b|\bsmileys?\b/ },
  { key: 'tone:apologies', pattern: /\bapologi[sz]\w*\b|\bsorry all the time\b/ },
  {
    key: 'length:too_long',
    pattern:
      /\btoo (?:long|wordy|verbose|detailed)\b|\b(?:shorter|briefer|concise|brief)\b|\bzu (?:lang|ausfuhrlich)\b|\bkurzer\b|\bdemasiado largo\b|\btrop long\b|太长|太啰嗦|слишком длинно/,
  },
  {
    key: 'length:too_short',
    pattern:
      /\btoo (?:short|brief|vague)\b|\bmore detail\b|\bzu kurz\b|\bdemasiado corto\b|\btrop court\b|太短|слишком коротко/,
  },
  { key: 'format:lists', pattern: /\b(?:bullets?|bullet points|lists?|numbered)\b/ },
  { key: 'format:tables', pattern: /\btables?\b/ },
  { key: 'format:markdown', pattern: /\b(?:markdown|headings?|bold|formatting)\b/ },
  {
    key: 'style:too_technical',
    pattern:
      /\btoo technical\b|\bjargon\b|\bsimpler\b|\bplain (?:words|english)\b|\bzu technisch\b|\btrop technique\b|\bdemasiado tecnico\b/,
  },
  { key: 'style:wording', pattern: /\b(?:wording|phrase|phrasing|word|spelling|british|american)\b/ },
  {
    key: 'scope:too_much',
    pattern:
      /\b(?:didn't|did not) ask (?:for|you)\b|\bonly (?:asked|wanted|change)\b|\btoo much\b|\bjust (?:the|do|answer)\b/,
  },
  { key: 'scope:too_little', pattern: /\b(?:missed|forgot|left out|incomplete|all of (?:it|them))\b/ },
  { key: 'approach:ask_first', pattern: /\bask (?:me )?(?:first|before)\b|\bwithout asking\b/ },
  { key: 'approach:method', pattern: /\b(?:instead of|different (?:way|approach)|rather than|use .{1,30} instead)\b/ },
  {
    key: 'accuracy:facts',
    pattern:
      /\b(?:wrong|incorrect|not (?:right|correct|true)|mistaken|falsch|incorrecto|faux)\b|неверно|неправильно|错了|不对/,
  },
];

export const DURABLE =
  /\b(?:always|never|from now on|in (?:the )?future|whenever|every time|in general|prefer|my style|remember to|keep it|immer|nie|ab jetzt|in zukunft|kunftig|siempre|nunca|a partir de ahora|toujours|jamais|desormais|a l'avenir)\b|всегда|никогда|впредь|总是|以后|从现在起/g;
export const TASK_LOCAL =
  /\b(?:this time|for now|just here|in this case|right now|here|diesmal|furs erste|vorerst|esta vez|por ahora|cette fois|pour l'instant)\b|в этот раз|пока что|这次|暂时/g;
