import type { Catalogue } from '../entry.js';

/** Skills and workflows as commands, in English. */
export const englishSkills: Catalogue = {
  'skill-saved': 'Saved as a skill: **{name}**. {description}',
  'skill-improved': 'I improved the skill **{name}**. {description}',
  'skill-keep': 'Keep',
  'skill-discard': 'Discard',
  'skill-kept': 'Kept: **{name}**. I use it when it fits; `/skills show {name}` shows it.',
  'skill-discarded': 'Discarded: **{name}**.',
  'skill-put-back': 'Discarded. **{name}** is again what it was before.',
  'skill-changed': '**{name}** is another by now, so nothing was done. `/skills history {name}` lists its versions.',
  'skill-unknown': 'There is no skill **{name}** here.',
  'skill-not-own': '**{name}** comes with me or from whoever runs me; only your own skills can be changed.',
  'skill-admins-only': 'In a group only its admins change skills. In our direct chat you have your own.',
  'skill-deleted': 'Deleted: **{name}**. `/skills use {name} {version}` brings it back.',
  'skill-in-use': 'In use from now on: **{name}**.',
  'skill-no-version': '**{name}** has no such version. `/skills history {name}` lists them.',
  'skill-history': 'Versions of **{name}**:',
  'skill-version-used': 'in use',
  'skill-shared': 'Everybody here can use **{name}** now.',
  'skill-unfit': '**{name}** cannot be shared as it is; its text did not pass the check: {why}',
  'skill-owner-only': 'Only my owner shares skills with everybody.',
  'skills-none': 'No skill fits that. `/skills` lists all.',
  'skills-page': 'Page {page} of {pages}',
  'skills-hint':
    '`/skills WORDS` searches, `/skills show NAME` shows one, `/NAME TASK` works by it (with `_` for `-`).',
  'skills-broken': 'Cannot be used: **{name}**: {problems}',
  'command-needs': 'Please say with it what it is about: `/{command} {usage}`',
  'command-alone':
    '`/{command}` stands alone; with words behind it I do nothing. Send `/{command}`, and after it what else you want to say.',
};
