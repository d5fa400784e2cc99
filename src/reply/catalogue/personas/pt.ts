import type { Catalogue } from '../entry.js';

/** Personas, in Portuguese. */
export const portuguesePersonas: Catalogue = {
  'persona-which': 'Que persona deve responder aqui? Agora: {now}.',
  'persona-about-whom': 'Sobre que persona quer saber mais? Agora: {now}.',
  'persona-nobody': 'nenhuma',
  'persona-details': 'Detalhes',
  'persona-back': 'Voltar',
  'persona-off': 'Voltar ao habitual',
  'persona-read-only': 'não altera nada',
  'persona-best-for': 'Útil para:',
  'persona-wont-do': 'Não faz:',
  'persona-fails-by': 'Falhas conhecidas:',
  'persona-for-lane': 'A partir de agora {name} responde nesta conversa; `/persona off` desfaz.',
  'persona-for-chat': 'A partir de agora {name} responde aqui; `/persona off` desfaz.',
  'persona-for-person': '{name} responde-lhe onde mais ninguém tiver sido escolhido; `/persona off mine` desfaz.',
  'persona-for-workspace':
    '{name} responde em todo este espaço onde mais ninguém tiver sido escolhido; `/persona off all` desfaz.',
  'persona-now': 'De volta ao habitual: {name} responde aqui.',
  'persona-now-nobody': 'De volta ao habitual: nenhuma persona está escolhida aqui.',
  'persona-admins':
    'A persona de todo o grupo é escolhida pelos administradores. Numa conversa encadeada qualquer pessoa pode, e `{command} a sua pergunta` pergunta uma vez.',
  'persona-admins-all': 'O que vale em todo o espaço é escolhido pelos administradores.',
  'persona-unknown': 'Não há nenhuma persona chamada "{name}". `/personas` mostra todas.',
};
