import type { Catalogue } from '../entry.js';

/** Skills and workflows as commands, in Portuguese. */
export const portugueseSkills: Catalogue = {
  'skill-saved': 'Guardado como habilidade: **{name}**. {description}',
  'skill-improved': 'Melhorei a habilidade **{name}**. {description}',
  'skill-keep': 'Manter',
  'skill-discard': 'Descartar',
  'skill-kept': 'Mantida: **{name}**. Uso-a quando convém; `/skills show {name}` mostra-a.',
  'skill-discarded': 'Descartada: **{name}**.',
  'skill-put-back': 'Descartada. **{name}** voltou a ser o que era.',
  'skill-changed': '**{name}** mudou entretanto, por isso nada foi feito. `/skills history {name}` lista as versões.',
  'skill-unknown': 'Não há aqui nenhuma habilidade **{name}**.',
  'skill-not-own': '**{name}** vem comigo ou de quem me opera; só as habilidades próprias podem ser alteradas.',
  'skill-admins-only':
    'Num grupo só os administradores alteram habilidades. Na nossa conversa direta você tem as suas.',
  'skill-deleted': 'Apagada: **{name}**. `/skills use {name} {version}` recupera-a.',
  'skill-in-use': 'Em uso a partir de agora: **{name}**.',
  'skill-no-version': '**{name}** não tem essa versão. `/skills history {name}` lista-as.',
  'skill-history': 'Versões de **{name}**:',
  'skill-version-used': 'em uso',
  'skill-shared': 'Todos aqui podem agora usar **{name}**.',
  'skill-unfit': '**{name}** não pode ser partilhada assim; o texto não passou na verificação: {why}',
  'skill-owner-only': 'Só o meu proprietário partilha habilidades com todos.',
  'skills-none': 'Nenhuma habilidade se ajusta. `/skills` lista todas.',
  'skills-page': 'Página {page} de {pages}',
  'skills-hint':
    '`/skills PALAVRAS` procura, `/skills show NOME` mostra uma, `/NOME TAREFA` segue-a (com `_` em vez de `-`).',
  'skills-broken': 'Não pode ser usada: **{name}**: {problems}',
  'command-needs': 'Diga com o comando do que se trata: `/{command} {usage}`',
  'command-alone':
    '`/{command}` vem sozinho; com palavras atrás não faço nada. Envie `/{command}` e depois o que mais quiser dizer.',
};
