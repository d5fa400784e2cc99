import type { Catalogue } from '../entry.js';

/** What `/clear`, `/checkpoint`, `/rollback`, `/undo` and `/export` say. German. */
export const germanConversation: Catalogue = {
  'clear-done':
    'Das Gespräch ist weggelegt ({n} Zeilen), und ich fange neu an. `/rollback {name}` holt es zurück; was ich weiß, bleibt.',
  'checkpoint-name':
    'Der Name eines Haltepunkts ist ein Wort mit höchstens {max} Zeichen, zum Beispiel `/checkpoint vor_dem_start`.',
  'checkpoint-done': 'Als `{name}` festgehalten ({n} Zeilen bisher). `/rollback {name}` führt hierher zurück.',
  'rollback-none': 'In diesem Gespräch gibt es noch keinen Haltepunkt. `/checkpoint` setzt einen.',
  'rollback-which': 'Zu welchem Punkt zurück? Spätere Zeilen gehören dann nicht mehr zum Gespräch.',
  'rollback-unknown': 'Hier gibt es keinen Haltepunkt `{name}`. `/rollback` listet sie.',
  'rollback-done': 'Zurück bei `{name}`: Ich sehe {n} Zeilen dieses Gesprächs.',
  'undo-taken': 'Der letzte Wortwechsel zählt nicht mehr. Noch einmal `/undo` nimmt den davor.',
  'undo-nothing': 'In diesem Gespräch gibt es nichts zurückzunehmen.',
  'undo-not-yours':
    'Der letzte Wortwechsel war von jemand anderem; nur diese Person oder ein Admin kann ihn zurücknehmen.',
  'time-ago': 'vor {elapsed}',
  'export-done': 'Hier ist, was ich über dich weiß.',
  'export-dm-only': '`/export` geht im Direktchat mit mir.',
};
