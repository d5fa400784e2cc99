import type { Catalogue } from '../entry.js';

/** What access says: limits, `/pair`, `/allow`. German. */
export const germanAccess: Catalogue = {
  'rate-messages':
    'Das waren mehr als {max} Nachrichten in einer Minute. Die letzte habe ich nicht gelesen, und {elapsed} lang lese ich keine weiteren; bitte schicke sie dann noch einmal.',
  'rate-turns':
    'Das waren mehr als {max} Fragen in einer Stunde. Die letzte habe ich nicht gelesen, und {elapsed} lang nehme ich keine weiteren an; bitte schicke sie dann noch einmal.',
  'private-only': 'Das bleibt unter uns: Schicke mir `/{command}` in einem Direktchat.',
  'whoami-here': 'Du bist hier **{role}**. Mehr sagt `/whoami` in einem Direktchat.',
  'pair-known': 'Du bist schon eingelassen: Ich kenne dich als **{role}**.',
  'allow-groups-only':
    '`/allow here` ist für Gruppen: Es lässt dort alle ein. Hier lässt `/approve CODE` eine Person ein.',
  'allow-usage':
    '`/allow here` lässt alle in diesem Chat ein, `/allow here server` alle auf dem Server oder im Workspace; als Gäste, oder mit `member` dahinter als Mitglieder. `/allow off` und `/allow off server` beenden das.',
  'allow-closed': 'Hier antworte ich nur Menschen, die ich kenne.',
  'allow-open-mode': 'Ich antworte ohnehin allen: So bin ich eingestellt.',
  'allow-chat': 'Alle in diesem Chat dürfen mit mir reden, als **{role}**.',
  'allow-server': 'Alle auf diesem Server dürfen mit mir reden, als **{role}**.',
  'allow-as-guest': 'Gäste dürfen mich fragen, aber keine Befehle benutzen, die etwas ändern.',
  'allow-as-member': 'Mitglieder dürfen auch die Befehle für Gedächtnis, Fertigkeiten und Personas benutzen.',
  'allow-was-closed': 'Das war nicht eingelassen.',
  'allow-no-server': 'Dieser Chat gehört zu keinem Server oder Workspace. `/allow here` lässt diesen Chat ein.',
};
