import type { UserFacing } from '../../core/events.js';
import type { Wording } from '../../core/wording.js';
import { germanAccess } from './access/de.js';
import { englishAccess } from './access/en.js';
import { spanishAccess } from './access/es.js';
import { frenchAccess } from './access/fr.js';
import { portugueseAccess } from './access/pt.js';
import { russianAccess } from './access/ru.js';
import { chineseAccess } from './access/zh.js';
import { germanApprovals } from './approvals/de.js';
import { englishApprovals } from './approvals/en.js';
import { spanishApprovals } from './approvals/es.js';
import { frenchApprovals } from './approvals/fr.js';
import { portugueseApprovals } from './approvals/pt.js';
import { russianApprovals } from './approvals/ru.js';
import { chineseApprovals } from './approvals/zh.js';
import { germanConversation } from './conversation/de.js';
import { englishConversation } from './conversation/en.js';
import { spanishConversation } from './conversation/es.js';
import { frenchConversation } from './conversation/fr.js';
import { portugueseConversation } from './conversation/pt.js';
import { russianConversation } from './conversation/ru.js';
import { chineseConversation } from './conversation/zh.js';
import { germanCosts } from './costs/de.js';
import { englishCosts } from './costs/en.js';
import { spanishCosts } from './costs/es.js';
import { frenchCosts } from './costs/fr.js';
import { portugueseCosts } from './costs/pt.js';
import { russianCosts } from './costs/ru.js';
import { chineseCosts } from './costs/zh.js';
import { german } from './de.js';
import { english } from './en.js';
import type { Catalogue, Entry } from './entry.js';
import { spanish } from './es.js';
import { french } from './fr.js';
import { germanMemory } from './memory/de.js';
import { englishMemory } from './memory/en.js';
import { spanishMemory } from './memory/es.js';
import { frenchMemory } from './memory/fr.js';
import { portugueseMemory } from './memory/pt.js';
import { russianMemory } from './memory/ru.js';
import { chineseMemory } from './memory/zh.js';
import { germanModel } from './model/de.js';
import { englishModel } from './model/en.js';
import { spanishModel } from './model/es.js';
import { frenchModel } from './model/fr.js';
import { portugueseModel } from './model/pt.js';
import { russianModel } from './model/ru.js';
import { chineseModel } from './model/zh.js';
import { germanPeople } from './people/de.js';
import { englishPeople } from './people/en.js';
import { spanishPeople } from './people/es.js';
import { frenchPeople } from './people/fr.js';
import { portuguesePeople } from './people/pt.js';
import { russianPeople } from './people/ru.js';
import { chinesePeople } from './people/zh.js';
import { germanPersonas } from './personas/de.js';
import { englishPersonas } from './personas/en.js';
import { spanishPersonas } from './personas/es.js';
import { frenchPersonas } from './personas/fr.js';
import { portuguesePersonas } from './personas/pt.js';
import { russianPersonas } from './personas/ru.js';
import { chinesePersonas } from './personas/zh.js';
import { portuguese } from './pt.js';
import { russian } from './ru.js';
import { germanSchedules } from './schedules/de.js';
import { englishSchedules } from './schedules/en.js';
import { spanishSchedules } from './schedules/es.js';
import { frenchSchedules } from './schedules/fr.js';
import { portugueseSchedules } from './schedules/pt.js';
import { russianSchedules } from './schedules/ru.js';
import { chineseSchedules } from './schedules/zh.js';
import { germanSkills } from './skills/de.js';
import { englishSkills } from './skills/en.js';
import { spanishSkills } from './skills/es.js';
import { frenchSkills } from './skills/fr.js';
import { portugueseSkills } from './skills/pt.js';
import { russianSkills } from './skills/ru.js';
import { chineseSkills } from './skills/zh.js';
import { germanWiki } from './wiki/de.js';
import { englishWiki } from './wiki/en.js';
import { spanishWiki } from './wiki/es.js';
import { frenchWiki } from './wiki/fr.js';
import { portugueseWiki } from './wiki/pt.js';
import { russianWiki } from './wiki/ru.js';
import { chineseWiki } from './wiki/zh.js';
import { chinese } from './zh.js';

const ENGLISH: Catalogue = {
  ...english,
  ...englishAccess,
  ...englishApprovals,
  ...englishConversation,
  ...englishCosts,
  ...englishMemory,
  ...englishModel,
  ...englishPeople,
  ...englishPersonas,
  ...englishSchedules,
  ...englishSkills,
  ...englishWiki,
};

/** Catalogues by language, in the order in which people are offered them. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  en: ENGLISH,
  de: {
    ...german,
    ...germanAccess,
    ...germanApprovals,
    ...germanConversation,
    ...germanCosts,
    ...germanMemory,
    ...germanModel,
    ...germanPeople,
    ...germanPersonas,
    ...germanSchedules,
    ...germanSkills,
    ...germanWiki,
  },
  fr: {
    ...french,
    ...frenchAccess,
    ...frenchApprovals,
    ...frenchConversation,
    ...frenchCosts,
    ...frenchMemory,
    ...frenchModel,
    ...frenchPeople,
    ...frenchPersonas,
    ...frenchSchedules,
    ...frenchSkills,
    ...frenchWiki,
  },
  es: {
    ...spanish,
    ...spanishAccess,
    ...spanishApprovals,
    ...spanishConversation,
    ...spanishCosts,
    ...spanishMemory,
    ...spanishModel,
    ...spanishPeople,
    ...spanishPersonas,
    ...spanishSchedules,
    ...spanishSkills,
    ...spanishWiki,
  },
  pt: {
    ...portuguese,
    ...portugueseAccess,
    ...portugueseApprovals,
    ...portugueseConversation,
    ...portugueseCosts,
    ...portugueseMemory,
    ...portugueseModel,
    ...portuguesePeople,
    ...portuguesePersonas,
    ...portugueseSchedules,
    ...portugueseSkills,
    ...portugueseWiki,
  },
  ru: {
    ...russian,
    ...russianAccess,
    ...russianApprovals,
    ...russianConversation,
    ...russianCosts,
    ...russianMemory,
    ...russianModel,
    ...russianPeople,
    ...russianPersonas,
    ...russianSchedules,
    ...russianSkills,
    ...russianWiki,
  },
  zh: {
    ...chinese,
    ...chineseAccess,
    ...chineseApprovals,
    ...chineseConversation,
    ...chineseCosts,
    ...chineseMemory,
    ...chineseModel,
    ...chinesePeople,
    ...chinesePersonas,
    ...chineseSchedules,
    ...chineseSkills,
    ...chineseWiki,
  },
};

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ru: 'Русский',
  zh: '中文',
};

/**
 * The first of some language tags that there is a catalogue for, by its primary language (`pt-BR` is `pt`); English when none
 * is. In order: what a chat set, what the platform reports for the person, what the operator configured.
 */
export function pickLanguage(tags: readonly (string | null | undefined)[]): string {
  for (const tag of tags) {
    const primary = tag?.toLowerCase().split(/[-_]/)[0];
    if (primary !== undefined && Object.hasOwn(CATALOGUES, primary)) return primary;
  }
  return 'en';
}

const wordings = new Map<string, Wording>();

/** Our words in a language that `pickLanguage` gave; a text that it lacks comes in English. */
export function wordingIn(language: string): Wording {
  const known = wordings.get(language);
  if (known !== undefined) return known;
  const wording = createWording(language, CATALOGUES[language] ?? ENGLISH);
  wordings.set(language, wording);
  return wording;
}

function createWording(language: string, catalogue: Catalogue): Wording {
  const plurals = new Intl.PluralRules(language);
  const form = (entry: Entry, args: Readonly<Record<string, string>>): string => {
    if (typeof entry === 'string') return entry;
    return entry[plurals.select(Number(args.n))] ?? entry.other;
  };
  const find = (key: string): Entry | undefined => own(catalogue, key) ?? own(ENGLISH, key);
  const text: Wording['text'] = (key, args) => {
    const entry = find(key) ?? find('thinking') ?? '';
    return form(entry, args)
      .replace(/\{(\w+)\}/g, (_, name: string) => args[name] ?? '')
      .trim();
  };
  return {
    language,
    text,
    error: ({ code, sentence }: UserFacing) => {
      const key = `error-${code}`;
      if (find(key) === undefined) return { code, sentence };
      const reference = /\(ref \w+\)$/.exec(sentence)?.[0];
      const words = text(key, {});
      return { code, sentence: reference === undefined ? words : `${words} ${reference}` };
    },
  };
}

/** Keys come from events: `constructor` is not one. */
function own(catalogue: Catalogue, key: string): Entry | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
}
