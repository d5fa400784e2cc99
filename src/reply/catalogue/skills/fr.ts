import type { Catalogue } from '../entry.js';

/** Skills and workflows as commands, in French. */
export const frenchSkills: Catalogue = {
  'skill-saved': 'Enregistré comme compétence : **{name}**. {description}',
  'skill-improved': 'J’ai amélioré la compétence **{name}**. {description}',
  'skill-keep': 'Garder',
  'skill-discard': 'Rejeter',
  'skill-kept': 'Gardée : **{name}**. Je m’en sers quand elle convient ; `/skills show {name}` la montre.',
  'skill-discarded': 'Rejetée : **{name}**.',
  'skill-put-back': 'Rejetée. **{name}** est de nouveau comme avant.',
  'skill-changed':
    '**{name}** a changé entre-temps, rien n’a donc été fait. `/skills history {name}` donne ses versions.',
  'skill-unknown': 'Il n’y a pas de compétence **{name}** ici.',
  'skill-not-own':
    '**{name}** est fournie avec moi ou par mon exploitant ; seules vos propres compétences peuvent être modifiées.',
  'skill-admins-only':
    'Dans un groupe, seuls les admins modifient les compétences. Dans notre discussion privée, vous avez les vôtres.',
  'skill-deleted': 'Supprimée : **{name}**. `/skills use {name} {version}` la rétablit.',
  'skill-in-use': 'Utilisée dès maintenant : **{name}**.',
  'skill-no-version': '**{name}** n’a pas cette version. `/skills history {name}` les donne.',
  'skill-history': 'Versions de **{name}** :',
  'skill-version-used': 'utilisée',
  'skill-shared': 'Tout le monde ici peut maintenant utiliser **{name}**.',
  'skill-unfit': '**{name}** ne peut pas être partagée ainsi ; son texte n’a pas passé la vérification : {why}',
  'skill-owner-only': 'Seul mon propriétaire partage des compétences avec tous.',
  'skills-none': 'Aucune compétence ne correspond. `/skills` les donne toutes.',
  'skills-page': 'Page {page} sur {pages}',
  'skills-hint': '`/skills MOTS` cherche, `/skills show NOM` en montre une, `/NOM TÂCHE` la suit (avec `_` pour `-`).',
  'skills-broken': 'Inutilisable : **{name}** : {problems}',
  'command-needs': 'Dites avec la commande de quoi il s’agit : `/{command} {usage}`',
  'command-alone':
    '`/{command}` s’écrit seul ; avec des mots derrière, je ne fais rien. Envoyez `/{command}`, puis ce que vous voulez dire d’autre.',
};
