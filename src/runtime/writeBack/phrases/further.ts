import type { ExchangePhrases } from './exchangePhrases.js';

/** The commonest wordings of further languages. */
const NOTHING = /(?!)/;

export const portuguese: ExchangePhrases = {
  preference: [
    /\b(?:eu )?prefiro\b|\b(?:nao )?gosto (?:muito )?de\b(?! saber)|\bodeio\b|\bme cham[ae] de\b|\bchame-me\b|\b(?:sempre|nunca) (?:use|responda|escreva|usa)\b|\ba partir de agora\b|\bdaqui em diante\b/,
  ],
  about: [
    /\b(?:moro|vivo|trabalho|estudo) (?:em|no|na|como|para)\b|\bsou (?:alergic[oa]|vegan[oa]|vegetarian[oa]|diabetic[oa])\b|\b(?:meu|minha) (?:nome|aniversario|mulher|esposa|marido|filh[oa]|cachorro|gat[oa]|chefe|empresa|equipe|endereco|telefone|irma|irmao|mae|pai) (?:e|se chama|tem|mora|trabalha)\b|\bme chamo\b/,
  ],
  decision: [
    /\b(?:decidimos|decidi|combinamos|ficou decidido|vamos (?:com|usar|fazer)|o plano e|escolhemos)\b|\bdecisao(?: final)?:/,
  ],
  undecided: [
    /\b(?:se|antes de|ate que) (?:a gente|nos|decid)|\b(?:nao|ainda nao) (?:decid|combin)|\btalvez\b|\bdeveriamos\b/,
  ],
  correction: [
    /^nao[,.!:;]* (?:na verdade|isso|e|esta)\b|\bisso (?:esta|e|nao esta|nao e) (?:errado|incorreto|certo|verdade|correto)\b|\bvoce (?:esta|se) enganad?[oa]?\b|^(?:errado|correcao)\b/,
  ],
  acceptance: /^(?:ok|sim|claro|pode ser|faca isso|vamos|perfeito|otimo|combinado|beleza|certo)\b/,
  hedge: /\b(?:mas|nao sei|talvez|depois|espera|embora|primeiro|depende|por que)\b|\?/,
  request: /\b(?:por favor,? )?(?:lembre(?:-se)?|anote|guarde|nao esqueca)(?: de)?(?:,|:)?(?: que)? (?=\S)/,
  taskLocal: /\b(?:desta vez|por agora|aqui|hoje|neste caso)\b/,
  durable: /\b(?:sempre|nunca|a partir de agora|daqui em diante|no futuro|em geral|prefiro)\b/,
  smallTalk:
    /^(?:oi|ola|bom dia|boa (?:tarde|noite)|obrigad[oa]|tchau)\b.{0,40}$|\b(?:pizza|almoco|jantar|cafe da manha|fim de semana|ferias|festa)\b/,
};

export const italian: ExchangePhrases = {
  preference: [
    /\b(?:io )?preferisco\b|\b(?:non )?mi piac(?:e|ciono)\b(?! l'idea)|\bodio\b|\bchiamami (?!domani|dopo|quando)\S|\b(?:sempre|mai)\b.*\b(?:rispondi|scrivi|usa)\b|\b(?:rispondi|scrivi|usa)\b.*\b(?:sempre|mai)\b|\bd'ora in poi\b|\bin futuro\b/,
  ],
  about: [
    /\b(?:abito|vivo|lavoro|studio) (?:a|in|come|per|presso)\b|\bsono (?:allergic[oa]|vegan[oa]|vegetarian[oa]|diabetic[oa])\b|\b(?:mi[oa]) (?:nome|compleanno|moglie|marito|figli[oa]|cane|gatto|capo|azienda|indirizzo|sorella|fratello|madre|padre) (?:e|si chiama|ha|abita|lavora)\b|\bmi chiamo\b/,
  ],
  decision: [
    /\b(?:abbiamo|ho) (?:deciso|scelto|concordato)\b|\b(?:usiamo|prendiamo|andiamo con|useremo)\b|\bil piano e\b|\bdecisione(?: finale)?:/,
  ],
  undecided: [
    /\b(?:se|prima che|finche) (?:decid|noi|non)|\bnon (?:abbiamo|ho) (?:ancora )?deciso\b|\bforse\b|\bdovremmo\b/,
  ],
  correction: [
    /^no[,.!:;]* (?:in realta|e|questo|non)\b|\b(?:e|questo e|non e) (?:sbagliato|errato|vero|corretto|giusto)\b|\bti sbagli\b|^(?:sbagliato|errato|correzione)\b/,
  ],
  acceptance: /^(?:ok|si|certo|va bene|fallo|d'accordo|perfetto|ottimo|andiamo)\b/,
  hedge: /\b(?:ma|pero|non sono sicur[oa]|forse|dopo|aspetta|anche se|prima|dipende|perche)\b|\?/,
  request: /\b(?:per favore,? )?(?:ricorda|ricordati|annota|non dimenticare|tieni presente)(?:,|:)?(?: che)? (?=\S)/,
  taskLocal: /\b(?:questa volta|per ora|qui|oggi|in questo caso)\b/,
  durable: /\b(?:sempre|mai|d'ora in poi|in futuro|ogni volta|in generale|preferisco)\b/,
  smallTalk:
    /^(?:ciao|buongiorno|buonasera|grazie|arrivederci)\b.{0,40}$|\b(?:pizza|pranzo|cena|colazione|caffe|fine settimana|vacanze|festa)\b/,
};

export const russian: ExchangePhrases = {
  preference: [
    /(?:^|\s)(?:я )?(?:предпочитаю|люблю|не люблю|терпеть не могу|ненавижу)(?:\s|$)|(?:зови|называй)(?:те)? меня|(?:всегда|никогда не) (?:отвечай|пиши|используй|используйте|пишите)|(?:отвечай|пиши|используй) (?:всегда|только)|с этого момента|впредь|отныне/,
  ],
  about: [
    /(?:^|\s)я (?:живу|работаю|учусь) (?:в|на|как)|у меня (?:аллергия|диабет|двое|трое|есть (?:сын|дочь|дети|собака|кошка))|(?:^|\s)я (?:веган|вегетариан\S+)|мо[йяие] (?:имя|день рождения|жена|муж|сын|дочь|собака|кошка|начальник|компания|адрес|сестра|брат|мама|папа)|меня зовут/,
  ],
  decision: [
    /(?:^|\s)(?:мы )?(?:решили|договорились|выбрали|утвердили)(?:\s|$|[,.:])|будем использовать|план такой|решение:|берем (?:вариант|это)|останавливаемся на/,
  ],
  undecided: [/(?:^|\s)(?:если|пока не|прежде чем) |(?:еще )?не (?:решили|договорились)|может быть|возможно|стоит ли/],
  correction: [
    /^нет[,.!:;]* (?:на самом деле|это|не)|это (?:неверно|неправильно|не так|ошибка|неправда)|(?:ты|вы) (?:ошиба\S+|неправ\S*)|^(?:неверно|неправильно|поправка)/,
  ],
  acceptance:
    /^(?:ок|окей|да|давай(?:те)?|хорошо|согласен|согласна|отлично|идет|договорились|конечно|делай)(?:\s|$|[,.!])/,
  hedge: /(?:^|\s)(?:но|не уверен\S*|может|потом|подожди\S*|хотя|сначала|зависит|почему)(?:\s|$)|\?/,
  request: /(?:пожалуйста,? )?(?:запомни|запиши|учти|не забудь|имей в виду)(?:те)?(?:,|:)?(?: что)? (?=\S)/,
  taskLocal: /(?:в этот раз|пока что|сейчас|сегодня|в этом случае)/,
  durable: /(?:всегда|никогда|с этого момента|впредь|отныне|каждый раз|предпочитаю)/,
  smallTalk:
    /^(?:привет|здравствуй\S*|спасибо|пока|доброе утро|добрый (?:день|вечер))(?:\s|$|[,.!]).{0,40}$|(?:пицц|обед|ужин|завтрак|погод|выходны|отпуск|вечеринк)/,
};

export const chinese: ExchangePhrases = {
  preference: [
    /我(?:更|比较|最|还是)?(?:喜欢|偏好|倾向|讨厌|不喜欢|不爱)(?!知道)|叫我|(?:以后|今后|从现在起)|请(?:总是|一直|不要再|永远)|(?:回答|回复)(?:要|请)?(?:简短|简洁|详细)/,
  ],
  about: [
    /我(?:住在|在.{1,12}(?:工作|上学|上班)|是(?:素食|一名|个)|对.{1,12}过敏|叫(?!你|他|她)|的(?:名字|生日|妻子|丈夫|儿子|女儿|老板|公司|地址|电话|妈妈|爸爸|狗|猫)(?:是|叫|在))/,
  ],
  decision: [/(?:我们|大家)?(?:决定|商定|说好|定下来|选定)(?:了|用|在|要|:|：)|就(?:用|选|定)|计划是|最终决定/],
  undecided: [/(?:如果|要是|是否|还没|没有|尚未)|也许|可能|要不要|该不该/],
  correction: [/^(?:不对|不是|错了|不,|不，)|(?:这|那)(?:是错的|不对|不正确)|你(?:搞错|弄错|说错|错)了/],
  acceptance: /^(?:好的?|可以|行|没问题|同意|就这样|对|是的|ok)/,
  hedge: /但是?|不过|不确定|也许|等等|为什么|怎么|[?？]/,
  request: /(?:请)?(?:记住|记下|记一下|别忘了|帮我记)(?:[:：,，])?/,
  taskLocal: /这次|暂时|现在|今天|这里/,
  durable: /总是|永远|从现在起|以后|今后|每次|一直/,
  smallTalk: /^(?:你好|嗨|谢谢|多谢|再见|早上好|晚安|早)[!！。,，]?.{0,10}$|披萨|午饭|晚饭|早饭|咖啡|天气|周末|假期/,
};

export const japanese: ExchangePhrases = {
  preference: [
    /(?:方が|ほうが)(?:好き|いい)|(?:が|は)(?:好き|嫌い|苦手)です|と呼んで|(?:今後|これから)は|(?:いつも|常に|必ず|二度と).{1,30}(?:て|で)(?:ください|ほしい|くれ)|(?:短く|簡潔に|詳しく)(?:答え|書い|返事)/,
  ],
  about: [
    /(?:私|僕|俺)(?:の名前)?は.{1,30}(?:です|だ|といいます)|に住んで(?:い)?ます|で働いて(?:い)?ます|アレルギーが?あり|(?:妻|夫|息子|娘|上司|会社|誕生日)は/,
  ],
  decision: [/(?:に|と)(?:決め|決まり|決定し)(?:た|ました)|ことにし(?:た|ました)|で(?:行き|いき)ましょう|計画は/],
  undecided: [/もし|まだ.{0,10}(?:ない|ません)|かもしれ|たら|べきでしょうか/],
  correction: [/^(?:いいえ|違い|ちがい|違う)|(?:それは|これは)?(?:間違い|間違って|違って)(?:です|い)?/],
  acceptance: /^(?:はい|ok|オーケー|了解|いいですね|お願いします|そうして|それで)/,
  hedge: /でも|しかし|たぶん|待って|なぜ|どう|[?？]/,
  request: NOTHING,
  taskLocal: /今回|とりあえず|ここでは|今日/,
  durable: /いつも|常に|必ず|今後|これから|毎回/,
  smallTalk:
    /^(?:こんにちは|おはよう|こんばんは|ありがとう|さようなら|おやすみ).{0,10}$|ピザ|昼食|夕食|朝食|天気|週末|休暇/,
};
