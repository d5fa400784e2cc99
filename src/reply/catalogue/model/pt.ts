import type { Catalogue } from '../entry.js';

/** What `/model`, `/stream` and `/compact` say. Portuguese. */
export const portugueseModel: Catalogue = {
  'model-chosen': 'Aqui responde o modelo `{model}`, escolhido com `/model`.',
  'model-configured': 'Aqui responde o modelo `{model}`, como diz `WAGGLE_MODEL`.',
  'model-persona': 'Aqui responde o modelo `{model}`, que a persona {persona} prefere.',
  'model-default': 'Aqui responde o modelo `{model}`, o padrão.',
  'model-budget': 'Mensagens curtas e simples vão para `{model}`; com `/model` todas vão para o que você escolher.',
  'model-list': { one: 'O serviço de modelos tem {n} modelo:', other: 'O serviço de modelos tem {n} modelos:' },
  'model-no-list': 'O serviço de modelos não lista os seus modelos, por isso aceito qualquer nome.',
  'model-how': '`/model NOME` escolhe um, `/model off` volta atrás.',
  'model-back': 'Voltar ao padrão',
  'model-now-own':
    'A partir da próxima mensagem quem responde a você é `{model}`, em cada conversa direta comigo. `/model off` volta atrás.',
  'model-now-group': 'A partir da próxima mensagem responde `{model}` neste chat. `/model off` volta atrás.',
  'model-unchecked': 'O serviço de modelos não o lista, por isso não pude conferir o nome.',
  'model-unknown': 'O serviço de modelos não tem o modelo `{model}`; nada foi mudado.',
  'model-near': 'Você quis dizer um destes?',
  'model-see': '`/model` lista os que ele tem.',
  'model-demo':
    'Aqui responde o modelo de demonstração, e não há outro. Defina `LITELLM_URL` onde eu rodo para ter modelos de verdade.',
  'model-gone': 'O modelo `{model}` escolhido aqui já não é oferecido; responde `{other}`. `/model` escolhe outro.',
  'stream-is-on': 'As respostas aparecem enquanto as escrevo. `/stream off` mostra-as só no fim.',
  'stream-is-off': 'As respostas aparecem só no fim. `/stream on` mostra-as enquanto escrevo.',
  'stream-unknown': 'É `/stream on` ou `/stream off`.',
  'stream-on': 'Enquanto escrevo',
  'stream-off': 'Só no fim',
  'compact-done':
    'A parte anterior desta conversa está resumida: {was} linhas (cerca de {wasTokens} tokens) viraram {n} (cerca de {tokens}). O que deve durar guardei antes na memória.',
  'compact-nothing': {
    one: 'Ainda não há nada para resumir: {n} linha, cerca de {tokens} tokens.',
    other: 'Ainda não há nada para resumir: {n} linhas, cerca de {tokens} tokens.',
  },
  'compact-failed': 'Não deu certo, e a conversa continua como estava. {why}',
  'error-compaction': 'O modelo não escreveu um resumo utilizável. Tente de novo.',
};
