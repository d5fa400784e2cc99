import type { Catalogue } from '../entry.js';

/** What access says: limits, `/pair`, `/allow`. Spanish. */
export const spanishAccess: Catalogue = {
  'rate-messages':
    'Han sido más de {max} mensajes en un minuto. No he leído el último y no leo más durante {elapsed}; envíelo de nuevo después.',
  'rate-turns':
    'Han sido más de {max} preguntas en una hora. No he leído la última y no acepto más durante {elapsed}; envíela de nuevo después.',
  'private-only': 'Eso queda entre nosotros: envíame `/{command}` en un chat directo.',
  'whoami-here': 'Aquí eres **{role}**. `/whoami` en un chat directo dice más.',
  'pair-known': 'Ya puedes hablar conmigo: te conozco como **{role}**.',
  'allow-groups-only':
    '`/allow here` es para grupos: deja entrar a todos los que están allí. Aquí, `/approve CODE` deja entrar a una persona.',
  'allow-usage':
    '`/allow here` deja entrar a todos los de este chat, `/allow here server` a todo el servidor o espacio de trabajo; como invitados, o como miembros con `member` al final. `/allow off` y `/allow off server` terminan con eso.',
  'allow-closed': 'Aquí solo respondo a quienes conozco.',
  'allow-open-mode': 'Respondo a todos de todos modos: así estoy configurado.',
  'allow-chat': 'Todos en este chat pueden hablar conmigo, como **{role}**.',
  'allow-server': 'Todos en este servidor pueden hablar conmigo, como **{role}**.',
  'allow-as-guest': 'Los invitados pueden preguntarme, pero no usar órdenes que cambien algo.',
  'allow-as-member': 'Los miembros también pueden usar las órdenes de memoria, habilidades y personas.',
  'allow-was-closed': 'Eso no estaba abierto.',
  'allow-no-server':
    'Este chat no pertenece a ningún servidor ni espacio de trabajo. `/allow here` deja entrar a este chat.',
};
