import type { Catalogue } from '../entry.js';

/** What `/link`, `/profile`, `/instructions` and `/tone` say. German, with the informal you. */
export const germanPeople: Catalogue = {
  'link-dm-only': 'Konten werden im Direktchat mit mir verbunden, damit sonst niemand den Code sieht.',
  'link-code':
    'Schick mir innerhalb von {minutes} Minuten `/link {code}` von deinem anderen Konto. Danach sind beide für mich eine Person: ein Gedächtnis, ein Budget. `/unlink` trennt sie wieder. Gib den Code niemandem: wer ihn sendet, kann lesen, was ich über dich weiß.',
  'link-accounts': 'Verbunden: {accounts}.',
  'link-done': 'Verbunden mit {account}. Was ich über dich weiß, ist ab jetzt auf beiden dasselbe.',
  'link-same':
    'Der Code stammt von einem Konto, das mit diesem schon verbunden ist. Sende ihn von einem anderen Konto.',
  'link-unknown': 'Der Code ist unbekannt, benutzt oder zu alt. Sende `/link` vom anderen Konto für einen neuen.',
  'unlink-done':
    'Dieses Konto steht wieder für sich. Was du mir von hier gesagt hast, ist mitgekommen; der Rest blieb bei den anderen.',
  'unlink-none': 'Dieses Konto ist mit keinem anderen verbunden. `/link` verbindet eines.',
  'profile-title': 'Was ich über dich weiß:',
  'profile-none': 'Du hast hier noch nichts über dich hinterlegt.',
  'profile-how': '`/profile {field} Text` setzt eines von {fields}; `/profile {field} off` leert es.',
  'profile-saved': 'Notiert: {field} ist „{value}“.',
  'profile-cleared': '{field} ist geleert.',
  'instructions-none':
    'Hier gibt es keine dauerhaften Anweisungen. `/instructions Text` setzt welche, `/instructions off` nimmt sie weg.',
  'instructions-yours': 'Deine dauerhaften Anweisungen, in jedem Chat mit dir:',
  'instructions-group': 'Dauerhafte Anweisungen dieser Gruppe:',
  'instructions-saved': 'Daran halte ich mich ab der nächsten Nachricht. `/instructions off` nimmt es weg.',
  'instructions-cleared': 'Die dauerhaften Anweisungen sind weg.',
  'text-too-long': 'Das ist zu lang: höchstens {max} Zeichen, nicht {count}. Es wurde nichts geändert.',
  'tone-ask': 'In welchem Ton soll ich schreiben?',
  'tone-is': 'Mein Ton ab der nächsten Nachricht: {tone}.',
  'tone-auto': 'Kein fester Ton: ich schreibe, wie es passt.',
  'tone-unknown': 'Ich kenne diese Töne: {tones}.',
  'tone-professional': 'sachlich',
  'tone-casual': 'locker',
  'tone-technical': 'technisch',
  'tone-legal': 'juristisch',
  'tone-marketing': 'werbend',
  'tone-none': 'wie es passt',
};
