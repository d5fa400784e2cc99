import type { Catalogue } from '../entry.js';

/** Skills and workflows as commands, in Spanish. */
export const spanishSkills: Catalogue = {
  'skill-saved': 'Guardado como habilidad: **{name}**. {description}',
  'skill-improved': 'He mejorado la habilidad **{name}**. {description}',
  'skill-keep': 'Conservar',
  'skill-discard': 'Descartar',
  'skill-kept': 'Conservada: **{name}**. La uso cuando encaja; `/skills show {name}` la muestra.',
  'skill-discarded': 'Descartada: **{name}**.',
  'skill-put-back': 'Descartada. **{name}** vuelve a ser lo que era.',
  'skill-changed':
    '**{name}** ha cambiado entretanto, así que no se hizo nada. `/skills history {name}` muestra sus versiones.',
  'skill-unknown': 'Aquí no hay ninguna habilidad **{name}**.',
  'skill-not-own': '**{name}** viene conmigo o de quien me opera; solo se pueden cambiar las habilidades propias.',
  'skill-admins-only':
    'En un grupo solo los administradores cambian las habilidades. En nuestro chat directo tienes las tuyas.',
  'skill-deleted': 'Eliminada: **{name}**. `/skills use {name} {version}` la recupera.',
  'skill-in-use': 'En uso desde ahora: **{name}**.',
  'skill-no-version': '**{name}** no tiene esa versión. `/skills history {name}` las muestra.',
  'skill-history': 'Versiones de **{name}**:',
  'skill-version-used': 'en uso',
  'skill-shared': 'Ahora todos aquí pueden usar **{name}**.',
  'skill-unfit': '**{name}** no se puede compartir así; su texto no pasó la comprobación: {why}',
  'skill-owner-only': 'Solo mi propietario comparte habilidades con todos.',
  'skills-none': 'Ninguna habilidad encaja. `/skills` las muestra todas.',
  'skills-page': 'Página {page} de {pages}',
  'skills-hint':
    '`/skills PALABRAS` busca, `/skills show NOMBRE` muestra una, `/NOMBRE TAREA` la sigue (con `_` en vez de `-`).',
  'skills-broken': 'No se puede usar: **{name}**: {problems}',
  'command-needs': 'Di con la orden de qué se trata: `/{command} {usage}`',
  'command-alone':
    '`/{command}` va solo; con palabras detrás no hago nada. Envía `/{command}` y después lo demás que quieras decir.',
};
