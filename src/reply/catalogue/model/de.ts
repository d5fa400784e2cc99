import type { Catalogue } from '../entry.js';

/** What `/model`, `/stream` and `/compact` say. German. */
export const germanModel: Catalogue = {
  'model-chosen': 'Hier antwortet das Modell `{model}`, gewählt mit `/model`.',
  'model-configured': 'Hier antwortet das Modell `{model}`, wie `WAGGLE_MODEL` es sagt.',
  'model-persona': 'Hier antwortet das Modell `{model}`, das die Persona {persona} bevorzugt.',
  'model-default': 'Hier antwortet das Modell `{model}`, die Voreinstellung.',
  'model-budget': 'Kurze, einfache Nachrichten gehen an `{model}`; mit `/model` gehen alle an das gewählte.',
  'model-list': { one: 'Der Modelldienst hat {n} Modell:', other: 'Der Modelldienst hat {n} Modelle:' },
  'model-no-list': 'Der Modelldienst listet seine Modelle nicht auf; ich nehme daher jeden Namen.',
  'model-how': '`/model NAME` wählt eines, `/model off` geht zurück.',
  'model-back': 'Zurück zur Voreinstellung',
  'model-now-own':
    'Ab der nächsten Nachricht antwortet dir `{model}`, in jedem Direktchat mit mir. `/model off` geht zurück.',
  'model-now-group': 'Ab der nächsten Nachricht antwortet in diesem Chat `{model}`. `/model off` geht zurück.',
  'model-unchecked': 'Der Modelldienst listet es nicht auf; den Namen konnte ich daher nicht prüfen.',
  'model-unknown': 'Der Modelldienst hat kein Modell `{model}`; es bleibt alles, wie es war.',
  'model-near': 'Meintest du eines von diesen?',
  'model-see': '`/model` listet auf, was er hat.',
  'model-demo':
    'Hier antwortet das Demo-Modell, ein anderes gibt es nicht. Setze `LITELLM_URL` dort, wo ich laufe, für richtige.',
  'model-gone':
    'Das hier gewählte Modell `{model}` wird nicht mehr angeboten; `{other}` antwortet. `/model` wählt ein anderes.',
  'stream-is-on': 'Antworten erscheinen, während ich sie schreibe. `/stream off` zeigt sie erst, wenn sie fertig sind.',
  'stream-is-off': 'Antworten erscheinen erst, wenn sie fertig sind. `/stream on` zeigt sie, während ich schreibe.',
  'stream-unknown': 'Das heißt `/stream on` oder `/stream off`.',
  'stream-on': 'Während ich schreibe',
  'stream-off': 'Erst wenn fertig',
  'compact-done':
    'Der frühere Teil dieses Gesprächs ist zusammengefasst: Aus {was} Zeilen (etwa {wasTokens} Token) wurden {n} (etwa {tokens}). Was bleiben soll, habe ich mir vorher gemerkt.',
  'compact-nothing': {
    one: 'Noch gibt es nichts zusammenzufassen: {n} Zeile, etwa {tokens} Token.',
    other: 'Noch gibt es nichts zusammenzufassen: {n} Zeilen, etwa {tokens} Token.',
  },
  'compact-failed': 'Das ging nicht, und das Gespräch ist unverändert. {why}',
  'error-compaction': 'Das Modell hat keine brauchbare Zusammenfassung geschrieben. Bitte versuche es noch einmal.',
};
