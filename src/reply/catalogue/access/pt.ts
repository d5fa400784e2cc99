import type { Catalogue } from '../entry.js';

/** What access says: limits, `/pair`, `/allow`. Portuguese. */
export const portugueseAccess: Catalogue = {
  'rate-messages':
    'Foram mais de {max} mensagens num minuto. Não li a última e não leio mais durante {elapsed}; envie-a de novo depois.',
  'rate-turns':
    'Foram mais de {max} perguntas numa hora. Não li a última e não aceito mais durante {elapsed}; envie-a de novo depois.',
  'private-only': 'Isso fica entre nós: envie-me `/{command}` numa conversa direta.',
  'whoami-here': 'Aqui você é **{role}**. `/whoami` numa conversa direta diz mais.',
  'pair-known': 'Já pode falar comigo: conheço-o como **{role}**.',
  'allow-groups-only':
    '`/allow here` é para grupos: deixa entrar todos os que lá estão. Aqui, `/approve CODE` deixa entrar uma pessoa.',
  'allow-usage':
    '`/allow here` deixa entrar todos nesta conversa, `/allow here server` todo o servidor ou espaço de trabalho; como convidados, ou como membros com `member` no fim. `/allow off` e `/allow off server` terminam isso.',
  'allow-closed': 'Aqui só respondo a quem conheço.',
  'allow-open-mode': 'Respondo a todos de qualquer modo: estou configurado assim.',
  'allow-chat': 'Todos nesta conversa podem falar comigo, como **{role}**.',
  'allow-server': 'Todos neste servidor podem falar comigo, como **{role}**.',
  'allow-as-guest': 'Os convidados podem fazer-me perguntas, mas não usar comandos que mudem algo.',
  'allow-as-member': 'Os membros também podem usar os comandos de memória, competências e personas.',
  'allow-was-closed': 'Isso não estava aberto.',
  'allow-no-server':
    'Esta conversa não pertence a nenhum servidor nem espaço de trabalho. `/allow here` deixa entrar esta conversa.',
};
