import type { Catalogue } from '../entry.js';

/** What is said about approvals and about the questions that a turn waits for. Portuguese. */
export const portugueseApprovals: Catalogue = {
  'approval-ask': '**Posso executar `{tool}`?**',
  'approval-cut': '*(Abreviado; a chamada inteira vem como ficheiro.)*',
  'approval-how': {
    one: 'Decide um owner ou admin, aqui ou em qualquer chat comigo: `/approve {id}` ou `/deny {id}`. Sem resposta em {n} minuto, não é feito.',
    other:
      'Decide um owner ou admin, aqui ou em qualquer chat comigo: `/approve {id}` ou `/deny {id}`. Sem resposta em {n} minutos, não é feito.',
  },
  'approval-yes': 'Permitir',
  'approval-no': 'Recusar',
  'approval-approved': 'Permitido por {name}.',
  'approval-denied': 'Recusado por {name}.',
  'approval-expired': 'Ninguém respondeu a tempo: não foi feito.',
  'approval-stopped': 'Parado: não foi feito.',
  'approval-open': 'Ainda está aberta.',
  'question-how': {
    one: 'Responda aqui em {n} minuto.',
    other: 'Responda aqui em {n} minutos.',
  },
  'question-answered': '{name}: {answer}',
  'question-expired': 'Não veio resposta a tempo.',
  'question-stopped': 'Parado.',
  'question-open': 'Ainda está aberta.',
  'question-denied': '{name} não respondeu.',
  'question-taken': 'Anotado.',
  'question-unknown': 'Essa pergunta não existe.',
  'question-none': 'Nada espera por permissão aqui.',
  'question-not-yours': 'Isto é para outra pessoa decidir.',
  'question-over': 'Isto já foi decidido. {end}',
  'approval-usage':
    'Qual? `/{command} ID` decide sobre o que pergunto; o ID está por baixo da pergunta. Os owners também deixam entrar pessoas com o código: `/{command} CODE`.',
  'approval-sure': 'Para decidir, carregue num botão.',
  'status-paused': 'À espera de uma resposta a `{id}` (turno `{turn}`): {what}',
  'status-asks-approval': 'posso executar `{tool}`?',
  'status-asks': 'uma pergunta a quem perguntou',
};
