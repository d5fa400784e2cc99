import type { Catalogue } from '../entry.js';

/** Skills and workflows as commands, in German. */
export const germanSkills: Catalogue = {
  'skill-saved': 'Als Skill gespeichert: **{name}**. {description}',
  'skill-improved': 'Ich habe den Skill **{name}** verbessert. {description}',
  'skill-keep': 'Behalten',
  'skill-discard': 'Verwerfen',
  'skill-kept': 'Behalten: **{name}**. Ich nutze ihn, wenn er passt; `/skills show {name}` zeigt ihn.',
  'skill-discarded': 'Verworfen: **{name}**.',
  'skill-put-back': 'Verworfen. **{name}** ist wieder, was er vorher war.',
  'skill-changed':
    '**{name}** ist inzwischen ein anderer, daher blieb alles, wie es ist. `/skills history {name}` nennt die Versionen.',
  'skill-unknown': 'Einen Skill **{name}** gibt es hier nicht.',
  'skill-not-own': '**{name}** gehört zu mir oder stammt von meinem Betreiber; ändern lassen sich nur eigene Skills.',
  'skill-admins-only': 'In einer Gruppe ändern nur Admins die Skills. In unserem Direktchat hast du eigene.',
  'skill-deleted': 'Gelöscht: **{name}**. `/skills use {name} {version}` holt ihn zurück.',
  'skill-in-use': 'Ab jetzt in Gebrauch: **{name}**.',
  'skill-no-version': 'Diese Version von **{name}** gibt es nicht. `/skills history {name}` nennt sie.',
  'skill-history': 'Versionen von **{name}**:',
  'skill-version-used': 'in Gebrauch',
  'skill-shared': '**{name}** können jetzt alle hier nutzen.',
  'skill-unfit': '**{name}** lässt sich so nicht teilen; der Text hat die Prüfung nicht bestanden: {why}',
  'skill-owner-only': 'Nur mein Eigentümer gibt Skills für alle frei.',
  'skills-none': 'Dazu passt kein Skill. `/skills` nennt alle.',
  'skills-page': 'Seite {page} von {pages}',
  'skills-hint':
    '`/skills WÖRTER` sucht, `/skills show NAME` zeigt einen, `/NAME AUFGABE` arbeitet danach (mit `_` statt `-`).',
  'skills-broken': 'Nicht nutzbar: **{name}**: {problems}',
  'command-needs': 'Bitte sag dazu, worum es geht: `/{command} {usage}`',
  'command-alone':
    '`/{command}` steht allein; mit Worten dahinter tue ich nichts. Schick `/{command}` und danach, was du sonst sagen willst.',
};
