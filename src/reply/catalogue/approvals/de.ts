import type { Catalogue } from '../entry.js';

/** What is said about approvals and about the questions that a turn waits for. German, with the informal you. */
export const germanApprovals: Catalogue = {
  'approval-ask': '**Darf ich `{tool}` ausführen?**',
  'approval-cut': '*(Gekürzt; der ganze Aufruf kommt als Datei.)*',
  'approval-how': {
    one: 'Das entscheidet ein Owner oder Admin, hier oder in jedem Chat mit mir: `/approve {id}` oder `/deny {id}`. Ohne Antwort in {n} Minute passiert nichts.',
    other:
      'Das entscheidet ein Owner oder Admin, hier oder in jedem Chat mit mir: `/approve {id}` oder `/deny {id}`. Ohne Antwort in {n} Minuten passiert nichts.',
  },
  'approval-yes': 'Erlauben',
  'approval-no': 'Ablehnen',
  'approval-approved': 'Erlaubt von {name}.',
  'approval-denied': 'Abgelehnt von {name}.',
  'approval-expired': 'Niemand hat rechtzeitig geantwortet: nicht ausgeführt.',
  'approval-stopped': 'Gestoppt: nicht ausgeführt.',
  'approval-open': 'Noch offen.',
  'question-how': {
    one: 'Antworte hier innerhalb von {n} Minute.',
    other: 'Antworte hier innerhalb von {n} Minuten.',
  },
  'question-answered': '{name}: {answer}',
  'question-expired': 'Es kam rechtzeitig keine Antwort.',
  'question-stopped': 'Gestoppt.',
  'question-open': 'Noch offen.',
  'question-denied': '{name} hat nicht geantwortet.',
  'question-taken': 'Notiert.',
  'question-unknown': 'Diese Frage gibt es nicht.',
  'question-none': 'Hier wartet nichts auf eine Erlaubnis.',
  'question-not-yours': 'Das entscheidet jemand anders.',
  'question-over': 'Das ist schon entschieden. {end}',
  'approval-usage':
    'Welche? `/{command} ID` entscheidet über das, was ich frage; die ID steht unter der Frage. Owner lassen mit dem Code auch Leute herein: `/{command} CODE`.',
  'approval-sure': 'Zum Entscheiden einen Knopf drücken.',
  'status-paused': 'Ich warte auf eine Antwort zu `{id}` (Turn `{turn}`): {what}',
  'status-asks-approval': 'darf ich `{tool}` ausführen?',
  'status-asks': 'eine Frage an die Person, die gefragt hat',
};
