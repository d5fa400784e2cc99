import type { Catalogue } from '../entry.js';

/** What is said about approvals and about the questions that a turn waits for. Russian. */
export const russianApprovals: Catalogue = {
  'approval-ask': '**Можно выполнить `{tool}`?**',
  'approval-cut': '*(Сокращено; весь вызов приходит файлом.)*',
  'approval-how': {
    one: 'Решает владелец или администратор, здесь или в любом чате со мной: `/approve {id}` или `/deny {id}`. Без ответа за {n} минуту я этого не сделаю.',
    few: 'Решает владелец или администратор, здесь или в любом чате со мной: `/approve {id}` или `/deny {id}`. Без ответа за {n} минуты я этого не сделаю.',
    other:
      'Решает владелец или администратор, здесь или в любом чате со мной: `/approve {id}` или `/deny {id}`. Без ответа за {n} минут я этого не сделаю.',
  },
  'approval-yes': 'Разрешить',
  'approval-no': 'Отклонить',
  'approval-approved': 'Разрешено: {name}.',
  'approval-denied': 'Отклонено: {name}.',
  'approval-expired': 'Никто не ответил вовремя: не выполнено.',
  'approval-stopped': 'Остановлено: не выполнено.',
  'approval-open': 'Ещё открыто.',
  'question-how': {
    one: 'Ответьте здесь в течение {n} минуты.',
    few: 'Ответьте здесь в течение {n} минут.',
    other: 'Ответьте здесь в течение {n} минут.',
  },
  'question-answered': '{name}: {answer}',
  'question-expired': 'Ответ не пришёл вовремя.',
  'question-stopped': 'Остановлено.',
  'question-open': 'Ещё открыто.',
  'question-denied': '{name}: без ответа.',
  'question-taken': 'Записано.',
  'question-unknown': 'Такого вопроса нет.',
  'question-none': 'Здесь ничего не ждёт разрешения.',
  'question-not-yours': 'Это решает другой человек.',
  'question-over': 'Это уже решено. {end}',
  'approval-usage':
    'Что именно? `/{command} ID` решает то, о чём я спрашиваю; ID стоит под вопросом. Владельцы также впускают людей по коду: `/{command} CODE`.',
  'approval-sure': 'Чтобы решить, нажмите кнопку.',
  'status-paused': 'Жду ответа на `{id}` (ход `{turn}`): {what}',
  'status-asks-approval': 'можно выполнить `{tool}`?',
  'status-asks': 'вопрос к тому, кто спросил',
};
