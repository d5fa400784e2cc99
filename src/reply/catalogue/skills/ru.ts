import type { Catalogue } from '../entry.js';

/** Skills and workflows as commands, in Russian. */
export const russianSkills: Catalogue = {
  'skill-saved': 'Сохранено как навык: **{name}**. {description}',
  'skill-improved': 'Я улучшил навык **{name}**. {description}',
  'skill-keep': 'Оставить',
  'skill-discard': 'Отменить',
  'skill-kept': 'Оставлен: **{name}**. Применяю его, когда он подходит; `/skills show {name}` показывает его.',
  'skill-discarded': 'Отменён: **{name}**.',
  'skill-put-back': 'Отменено. **{name}** снова такой, каким был.',
  'skill-changed':
    '**{name}** с тех пор изменился, поэтому ничего не сделано. `/skills history {name}` показывает версии.',
  'skill-unknown': 'Навыка **{name}** здесь нет.',
  'skill-not-own': '**{name}** входит в мой состав или добавлен моим оператором; менять можно только свои навыки.',
  'skill-admins-only': 'В группе навыки меняют только администраторы. В личном чате у вас есть свои.',
  'skill-deleted': 'Удалён: **{name}**. `/skills use {name} {version}` вернёт его.',
  'skill-in-use': 'Теперь применяется: **{name}**.',
  'skill-no-version': 'У **{name}** нет такой версии. `/skills history {name}` показывает их.',
  'skill-history': 'Версии навыка **{name}**:',
  'skill-version-used': 'применяется',
  'skill-shared': 'Теперь **{name}** доступен всем здесь.',
  'skill-unfit': '**{name}** так поделиться нельзя: текст не прошёл проверку: {why}',
  'skill-owner-only': 'Делиться навыками со всеми может только мой владелец.',
  'skills-none': 'Подходящего навыка нет. `/skills` показывает все.',
  'skills-page': 'Страница {page} из {pages}',
  'skills-hint':
    '`/skills СЛОВА` ищет, `/skills show ИМЯ` показывает навык, `/ИМЯ ЗАДАЧА` работает по нему (с `_` вместо `-`).',
  'skills-broken': 'Не применяется: **{name}**: {problems}',
  'command-needs': 'Напишите вместе с командой, о чём речь: `/{command} {usage}`',
  'command-alone':
    '`/{command}` пишется отдельно; со словами после неё я ничего не делаю. Отправьте `/{command}`, а потом остальное, что хотите сказать.',
};
