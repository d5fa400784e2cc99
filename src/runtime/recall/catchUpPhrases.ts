/**
 * Words with which people ask to be brought up to date (contract: agent runtime 6.2; spec runtime 5.4). Matched against
 * lower-case text with straight apostrophes and without accents.
 */
export const CATCH_UP: readonly RegExp[] = [
  // English
  /\b(?:catch|fill|bring) (?:me|us) (?:up|in)\b/,
  /\bwhere (?:are|were) (?:we|things)\b(?! (?:going|meeting|eating|staying|having|flying|driving|from|based|located))/,
  /\bwhat matters\b(?! (?:more|most|less|in|for|about|when|if)\b)/,
  /\bwhat (?:did|have|had) (?:we|i) (?:decided?|agreed?|settled?|planned?|discussed?)\b/,
  /\bwhere did (?:we|i) (?:leave|stop|get to|end up|drop)\b/,
  /\bwhat(?:'s| is|s) (?:the |our |my )?(?:current )?status\b/,
  /\bstatus (?:update|report)\b/,
  /\bwhat should (?:i|we) do(?: next| now| today| first)?\s*(?:[?.!]|$)/,
  /\bwhat(?:'s| is|s) next\b/,
  /\bsummari[sz]e\b/,
  /\b(?:a|the|short|quick|brief|daily|weekly) (?:\w+ )?summary\b/,
  /\bbrief me\b/,
  /\b(?:get|bring) (?:me|us) up to (?:speed|date)\b/,
  /\bwhat(?:'s| is|s) (?:going on|happening|new)\b(?! (?:in|with) the (?:world|news|markets?))/,
  /\bwhat (?:did|have) i miss(?:ed)?\b/,
  /\bremind me (?:what|where|who|how|why|which|when we|of (?:what|where|our|the|my))\b/,
  /\btl;?dr\b/,
  /\brecap\b/,
  // German
  /\bbring(?:e|en sie)? mich auf (?:den (?:neu(?:e)?sten )?stand|stand)\b/,
  /\bwo (?:sind|waren|stehen|standen) wir\b(?! (?:essen|untergebracht))/,
  /\bwas (?:haben|hatten) wir (?:\w+ )?(?:entschieden|beschlossen|vereinbart|besprochen|ausgemacht)\b/,
  /\bwie ist der (?:aktuelle )?stand\b/,
  /\bwas (?:ist|kommt|steht)(?: denn)? als nachstes\b/,
  /\bwas habe ich verpasst\b/,
  /\bfasse? (?:mir |uns )?(?:\w+ ){0,6}zusammen\b/,
  /\bzusammenfassung\b/,
  /\bwas gibt(?:'s| es|s) neues\b/,
  // Spanish
  /\bpon(?:me|nos|game|ganos) al (?:dia|corriente|tanto)\b/,
  /\b(?:en|por) donde (?:estamos|estabamos|ibamos|vamos|quedamos)\b|\bdonde (?:nos quedamos|lo dejamos|estabamos)\b/,
  /\bque (?:hemos )?(?:decidimos|decidido|acordamos|acordado)\b/,
  /\bcual es el estado\b/,
  /\bque (?:sigue|toca ahora|viene ahora|me (?:he perdido|perdi))\b/,
  /\b(?:resume(?:me|nos)?|resumir|hazme un resumen|un resumen)\b/,
  // French
  /\bmets?[- ](?:moi|nous) au courant\b|\bmettez[- ](?:moi|nous) au courant\b/,
  /\bou (?:en )?(?:etions|sommes|en etions|en sommes)[- ]nous\b|\bou en (?:est|etait)[- ]on\b/,
  /\bqu'?(?:est[- ]ce qu'?on|avons[- ]nous) (?:a )?decide\b/,
  /\bquelle est la (?:suite|situation)\b|\bou en est (?:le|la|l'|notre|mon)\b/,
  /\bqu'?(?:est[- ]ce que j'ai|ai[- ]je) (?:manque|rate)\b/,
  /\b(?:resume[rz]?|fais[- ]moi un resume|un resume)\b/,
  // Portuguese
  /\bme (?:atualiz[ae]|ponha a par|poe a par|coloque a par)\b|\batualize[- ]me\b|\bponha[- ]me a par\b/,
  /\bonde (?:estamos|estavamos|paramos|ficamos)\b/,
  /\bo que (?:decidimos|nos decidimos|combinamos|perdi)\b/,
  /\bqual (?:e )?o (?:status|estado|andamento)\b|\bqual e o proximo passo\b/,
  /\b(?:resum[ae](?: para mim)?|um resumo|faca um resumo)\b/,
  // Italian
  /\baggiorna(?:mi|ci|temi)\b|\bmettimi al corrente\b|\ba che punto (?:siamo|eravamo)\b|\bcosa abbiamo deciso\b/,
  /\bqual e lo stato\b|\bcosa mi sono pers[oa]\b|\briassum(?:i|imi|ere)\b|\bun riassunto\b/,
  // Russian and Ukrainian
  /введи меня в курс|на чем мы остановились|что мы решили|какой статус|что дальше|что я пропустил|подытожь|кратко изложи|итоги (?:недели|дня|обсуждения)|сводк[ау]/,
  /введи мене в курс|на чому ми зупинилис|що ми вирішили|що далі|що я пропусти/,
  // Turkish, Polish, Dutch
  /\bbeni bilgilendir\b|\bnerede kalmistik\b|\bne karar verdik\b|\bson durum ne\b|\bsirada ne var\b|\bozetle\b/,
  /\bwprowadz mnie\b|\bna czym (?:stanelismy|skonczylismy)\b|\bco ustalilismy\b|\bjaki jest status\b|\bco dalej\b|\bpodsumuj\b/,
  /\bpraat me bij\b|\bwaar waren we(?: gebleven)?\b|\bwat hebben we (?:besloten|afgesproken)\b|\bwat is de stand\b|\bvat (?:\w+ ){0,5}samen\b|\bsamenvatting\b/,
  // Chinese, Japanese, Korean
  /(?:我们|咱们)?(?:说|聊|谈|讲|做|进行)到(?:哪|哪儿|哪里)了?|(?:现在|目前)?(?:进展|进度|情况|状态)(?:怎么样|如何)|我错过了什么|我们(?:决定|商定)了什么|接下来(?:做什么|是什么|怎么办)|下一步(?:是什么|做什么)|总结一下|概括一下|帮我(?:总结|回顾|梳理)/,
  /どこまで(?:話し|やり|進み|進んだ)|何を決め(?:た|まし)|(?:現状|進捗|状況)(?:は|を教えて)|次は何|要約して|まとめて(?:ください)?|見逃した/,
  /어디까지 (?:했|얘기)|무엇을 결정했|뭐 ?결정했|현재 상태|진행 상황|다음은 뭐|요약해|정리해/,
  // Arabic, Hebrew, Hindi
  /أين وصلنا|أين كنا|ماذا قررنا|ما (?:هي )?الخطوة التالية|ما هو الوضع|لخص|ماذا فاتني/,
  /איפה עצרנו|מה החלטנו|מה הסטטוס|מה הלאה|תסכם|מה פספסתי/,
  /हम कहाँ थे|हमने क्या (?:तय|फैसला) किया|आगे क्या|सारांश|क्या स्थिति है/,
];

/**
 * Something that lies before the assistant and is to be worked on, not what memory holds: a link, a file, a text that
 * follows, or the world at large.
 */
export const NOT_OF_MEMORY: readonly RegExp[] = [
  /https?:\/\/|\bwww\.\S/,
  /\b(?:this|that|the (?:attached|following|above)|attached|below) (?:\w+ )?(?:article|text|page|document|doc|pdf|file|paper|email|e-mail|mail|video|book|chapter|paragraph|thread|post|report|contract|transcript|attachment|link|image|picture|code|function|essay|story)\b/,
  /\b(?:article|text|passage|paragraph|following|transcript|email|e-mail)\s*:\s*\S/,
  /\b(?:diesen?|dieses|den folgenden|das folgende) (?:text|artikel|dokument|datei|seite|mail|e-mail)\b/,
  /\beste (?:articulo|texto|documento|archivo|correo)\b|\besta pagina\b|\bcet? article\b|\bce (?:texte|document|fichier)\b/,
  /\b(?:next|matters?) (?:in|for) (?:seo|life|love|chess)\b/,
  /\bremind me (?:to|at|in|on|tomorrow|tonight|about)\b|\bremind me later\b/,
  /\bstatus code\b|\bhttp status\b|\bsummary statistics\b|\bwhat(?:'s| is) new in\b/,
  /这(?:篇|个|份)(?:文章|文件|网页|文档|邮件)|以下|この(?:記事|文書|文章|ページ|ファイル)|эт(?:у|от|о) (?:стать|текст|письмо|файл|документ)/,
];
