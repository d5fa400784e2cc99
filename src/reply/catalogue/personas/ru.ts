import type { Catalogue } from '../entry.js';

/** Personas, in Russian. */
export const russianPersonas: Catalogue = {
  'persona-which': 'Какая персона будет здесь отвечать? Сейчас: {now}.',
  'persona-about-whom': 'О какой персоне рассказать подробнее? Сейчас: {now}.',
  'persona-nobody': 'не выбрана',
  'persona-details': 'Подробнее',
  'persona-back': 'Назад',
  'persona-off': 'Как обычно',
  'persona-read-only': 'ничего не меняет',
  'persona-best-for': 'Подходит для:',
  'persona-wont-do': 'Не делает:',
  'persona-fails-by': 'Известные слабости:',
  'persona-for-lane': 'С этого момента в этой ветке отвечает {name}; `/persona off` вернёт как было.',
  'persona-for-chat': 'С этого момента здесь отвечает {name}; `/persona off` вернёт как было.',
  'persona-for-person': '{name} отвечает вам везде, где не выбран кто-то другой; `/persona off mine` вернёт как было.',
  'persona-for-workspace':
    '{name} отвечает во всём этом пространстве, где не выбран кто-то другой; `/persona off all` вернёт как было.',
  'persona-now': 'Снова как обычно: здесь отвечает {name}.',
  'persona-now-nobody': 'Снова как обычно: персона здесь не выбрана.',
  'persona-admins':
    'Персону всей группы выбирают её администраторы. В ветке может любой, а `{command} ваш вопрос` спросит один раз.',
  'persona-admins-all': 'Что действует во всём пространстве, выбирают администраторы.',
  'persona-unknown': 'Персоны по имени «{name}» нет. `/personas` покажет всех.',
};
