import type { Catalogue } from '../entry.js';

/** What `/link`, `/profile`, `/instructions` and `/tone` say. Russian, with the informal you. */
export const russianPeople: Catalogue = {
  'link-dm-only': 'Учётные записи связываются в личном чате со мной, чтобы код не увидел никто другой.',
  'link-code':
    'Отправь мне `/link {code}` с другой учётной записи в течение {minutes} минут. После этого обе будут для меня одним человеком: одна память, один бюджет. `/unlink` разделит их. Никому не давай код: кто его отправит, сможет читать, что я о тебе помню.',
  'link-accounts': 'Связаны: {accounts}.',
  'link-done': 'Связано с {account}. Теперь то, что я о тебе помню, одинаково на обеих.',
  'link-same': 'Этот код — от учётной записи, которая уже связана с этой. Отправь его с другой.',
  'link-unknown':
    'Этот код неизвестен, использован или устарел. Отправь `/link` с другой учётной записи, чтобы получить новый.',
  'unlink-done':
    'Эта учётная запись снова сама по себе. То, что ты говорил мне отсюда, перешло с ней; остальное осталось у других.',
  'unlink-none': 'Эта учётная запись ни с какой другой не связана. `/link` связывает.',
  'profile-title': 'Что я о тебе знаю:',
  'profile-none': 'Здесь ты ещё ничего о себе не указал(а).',
  'profile-how': '`/profile {field} текст` задаёт одно из {fields}; `/profile {field} off` убирает.',
  'profile-saved': 'Записано: {field} — «{value}».',
  'profile-cleared': '{field} убрано.',
  'instructions-none': 'Постоянных указаний здесь нет. `/instructions текст` задаёт их, `/instructions off` убирает.',
  'instructions-yours': 'Твои постоянные указания, в каждом чате с тобой:',
  'instructions-group': 'Постоянные указания этой группы:',
  'instructions-saved': 'Буду следовать этому со следующего сообщения. `/instructions off` убирает.',
  'instructions-cleared': 'Постоянные указания убраны.',
  'text-too-long': 'Слишком длинно: не больше {max} знаков, а не {count}. Ничего не изменено.',
  'tone-ask': 'В каком тоне мне писать?',
  'tone-is': 'Мой тон со следующего сообщения: {tone}.',
  'tone-auto': 'Тон не задан: пишу как уместно.',
  'tone-unknown': 'Я знаю такие тона: {tones}.',
  'tone-professional': 'деловой',
  'tone-casual': 'непринуждённый',
  'tone-technical': 'технический',
  'tone-legal': 'юридический',
  'tone-marketing': 'рекламный',
  'tone-none': 'как уместно',
};
