import type { Catalogue } from '../entry.js';

/** What `/clear`, `/checkpoint`, `/rollback`, `/undo` and `/export` say. Portuguese. */
export const portugueseConversation: Catalogue = {
  'clear-done':
    'A conversa fica arquivada ({n} linhas) e começo de novo. `/rollback {name}` recupera-a; o que me lembro fica.',
  'checkpoint-name':
    'O nome de um ponto é uma palavra de no máximo {max} letras, por exemplo `/checkpoint antes_da_mudanca`.',
  'checkpoint-done': 'Guardado como `{name}` ({n} linhas até aqui). `/rollback {name}` volta aqui.',
  'rollback-none': 'Ainda não há nenhum ponto nesta conversa. `/checkpoint` cria um.',
  'rollback-which': 'Voltar a que ponto? As linhas posteriores deixam de fazer parte da conversa.',
  'rollback-unknown': 'Não há aqui nenhum ponto `{name}`. `/rollback` lista-os.',
  'rollback-done': 'De volta a `{name}`: vejo {n} linhas desta conversa.',
  'undo-taken': 'A última troca já não conta. Outro `/undo` retira a anterior.',
  'undo-nothing': 'Não há nada a retirar nesta conversa.',
  'undo-not-yours': 'A última troca era de outra pessoa; só ela ou um administrador a pode retirar.',
  'time-ago': 'há {elapsed}',
  'export-done': 'Aqui está o que me lembro de você.',
  'export-dm-only': '`/export` usa-se numa conversa direta comigo.',
};
