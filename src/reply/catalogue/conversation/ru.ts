import type { Catalogue } from '../entry.js';

/** What `/clear`, `/checkpoint`, `/rollback`, `/undo` and `/export` say. Russian. */
export const russianConversation: Catalogue = {
  'clear-done': 'Разговор убран (строк: {n}), начинаю заново. `/rollback {name}` вернёт его; память остаётся.',
  'checkpoint-name': 'Имя точки — слово не длиннее {max} знаков, например `/checkpoint до_запуска`.',
  'checkpoint-done': 'Сохранено как `{name}` (строк пока: {n}). `/rollback {name}` вернёт сюда.',
  'rollback-none': 'В этом разговоре ещё нет точек. `/checkpoint` поставит.',
  'rollback-which': 'К какой точке вернуться? Более поздние строки больше не будут частью разговора.',
  'rollback-unknown': 'Точки `{name}` здесь нет. `/rollback` покажет список.',
  'rollback-done': 'Возврат к `{name}`: вижу строк этого разговора: {n}.',
  'undo-taken': 'Последний обмен больше не учитывается. Ещё раз `/undo` уберёт предыдущий.',
  'undo-nothing': 'В этом разговоре нечего отменять.',
  'undo-not-yours': 'Последний обмен был чужой; отменить его может только его автор или администратор.',
  'time-ago': '{elapsed} назад',
  'export-done': 'Вот что я о вас помню.',
  'export-dm-only': '`/export` работает в личном чате со мной.',
};
