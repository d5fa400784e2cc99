import type { Catalogue } from '../entry.js';

/** What the knowledge vault and its commands say. German. */
export const germanWiki: Catalogue = {
  'wiki-mark': 'Diesen Teil schreibt Waggle bei jedem Abgleich neu; bitte darüber oder darunter schreiben',
  'wiki-page-index': 'Übersicht',
  'wiki-page-facts': 'Fakten',
  'wiki-page-decisions': 'Entscheidungen',
  'wiki-page-preferences': 'Vorlieben',
  'wiki-folder-person': 'Menschen',
  'wiki-folder-organization': 'Organisationen',
  'wiki-folder-project': 'Projekte',
  'wiki-folder-place': 'Orte',
  'wiki-folder-technology': 'Technik',
  'wiki-folder-concept': 'Themen',
  'wiki-folder-months': 'Nach Monat',
  'wiki-head-properties': 'Bekannt',
  'wiki-head-relations': 'Verbindungen',
  'wiki-head-facts': 'Erinnerungen',
  'wiki-head-topics': 'Zusammenfassungen',
  'wiki-head-newest': 'Das Neueste',
  'wiki-index-intro':
    'Was ich weiß, als Seiten. Die Teile zwischen den Marken schreibe ich bei jedem `/wiki_sync` neu; was du außerhalb schreibst, und eigene Seiten bleiben, wie sie sind.',
  'wiki-empty': 'Ich weiß hier noch nichts.',
  'wiki-more': {
    one: 'Eine ältere steht auf den Seiten der Monate.',
    other: '{n} ältere stehen auf den Seiten der Monate.',
  },
  'wiki-relation-led_by': 'Geleitet von',
  'wiki-relation-led_by-of': 'Leitet',
  'wiki-relation-reports_to': 'Berichtet an',
  'wiki-relation-reports_to-of': 'Bekommt Berichte von',
  'wiki-relation-depends_on': 'Hängt ab von',
  'wiki-relation-depends_on-of': 'Gebraucht von',
  'wiki-relation-maintained_by': 'Betreut von',
  'wiki-relation-maintained_by-of': 'Betreut',
  'wiki-relation-affiliated_with': 'Gehört zu',
  'wiki-relation-affiliated_with-of': 'Umfasst',
  'wiki-relation-co_occurs_with': 'Genannt zusammen mit',
  'wiki-pages': { one: 'eine Seite', other: '{n} Seiten' },
  'wiki-setup-done':
    'Das Wiki ist da ({pages}), im Ordner `{folder}`, wo ich laufe. Es ist ein Vault für Obsidian; jeder Editor für Markdown genügt.',
  'wiki-setup-next':
    '`/wiki_sync` bringt es auf den Stand, `/wiki_search` sucht darin, auch in deinen eigenen Notizen. Was ich vergesse, verschwindet sofort daraus.',
  'wiki-setup-empty': 'Ich weiß hier noch nichts: Erzähl mir etwas oder nimm `/remember`, dann `/wiki_sync`.',
  'wiki-setup-how': '`/wiki_setup` legt das Wiki an oder zeigt, wo es ist; `/wiki_setup remove` nimmt es weg.',
  'wiki-is-set-up': 'Das Wiki ist im Ordner `{folder}`, wo ich laufe; zuletzt abgeglichen am {day}.',
  'wiki-button-setup': 'Wiki anlegen',
  'wiki-button-sync': 'Abgleichen',
  'wiki-button-remove': 'Entfernen',
  'wiki-remove-sure':
    'Das nimmt die Seiten weg, die ich geschrieben habe; mein Gedächtnis bleibt. Deine eigenen Seiten, und was du auf meine geschrieben hast, bleiben im Ordner.',
  'wiki-remove-yes': 'Meine Seiten entfernen',
  'wiki-removed': 'Entfernt: {pages}.',
  'wiki-not-set-up': 'Hier gibt es noch kein Wiki. `/wiki_setup` macht eines aus dem, was ich hier weiß.',
  'wiki-synced': 'Abgeglichen: {changes}. Umfang des Wikis: {pages}.',
  'wiki-synced-nothing': 'Nichts hat sich geändert. Umfang des Wikis: {pages}.',
  'wiki-sync-made': { one: 'eine Seite neu', other: '{n} Seiten neu' },
  'wiki-sync-changed': { one: 'eine Seite geändert', other: '{n} Seiten geändert' },
  'wiki-sync-removed': { one: 'eine Seite entfernt', other: '{n} Seiten entfernt' },
  'wiki-sync-kept': {
    one: 'eine Seite blieb, weil du darauf geschrieben hast',
    other: '{n} Seiten blieben, weil du darauf geschrieben hast',
  },
  'wiki-sync-all': '(`/wiki_sync` braucht keine Wörter dahinter: Es nimmt immer das ganze Wiki.)',
  'wiki-search-how':
    'Wonach soll ich suchen? `/wiki_search` und ein paar Wörter; auch deine eigenen Notizen werden durchsucht.',
  'wiki-found': {
    one: 'Eine Seite passt. Der Knopf zeigt sie.',
    other: '{n} Seiten passen, die beste zuerst. Ein Knopf zeigt eine.',
  },
  'wiki-not-found': 'Keine Seite des Wikis passt dazu. `/wiki_sync` holt hinein, was ich zuletzt gelernt habe.',
  'wiki-own-page': 'nicht von mir geschrieben',
  'wiki-page-gone': 'Diese Seite gibt es nicht mehr.',
  'wiki-page-cut': 'Es geht weiter in {path}.',
  'error-wiki-broken':
    'Was das Wiki über sich selbst festhält, ist beschädigt. `/wiki_setup` legt es neu an; was du geschrieben hast, bleibt.',
  'error-wiki-failed':
    'Die Dateien des Wikis konnten nicht gelesen oder geschrieben werden. Bitte noch einmal versuchen.',
  'error-wiki-stale':
    'Mein Gedächtnis ist geändert, aber die Seiten des Wikis konnten nicht neu geschrieben werden. `/wiki_sync` versucht es noch einmal.',
};
