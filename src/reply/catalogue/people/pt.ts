import type { Catalogue } from '../entry.js';

/** What `/link`, `/profile`, `/instructions` and `/tone` say. Portuguese. */
export const portuguesePeople: Catalogue = {
  'link-dm-only': 'As contas ligam-se numa conversa direta comigo, para que mais ninguém veja o código.',
  'link-code':
    'Envie-me `/link {code}` da sua outra conta dentro de {minutes} minutos. A partir daí as duas são para mim uma só pessoa: uma memória, um orçamento. `/unlink` separa-as. Não dê o código a ninguém: quem o enviar pode ler o que sei sobre você.',
  'link-accounts': 'Ligadas: {accounts}.',
  'link-done': 'Ligada a {account}. O que me lembro de você é agora o mesmo nas duas.',
  'link-same': 'Esse código é de uma conta que já está ligada a esta. Envie-o de outra conta.',
  'link-unknown':
    'Esse código é desconhecido, já foi usado ou é antigo demais. Envie `/link` da outra conta para obter um novo.',
  'unlink-done': 'Esta conta volta a estar sozinha. O que me disse daqui veio com ela; o resto ficou com as outras.',
  'unlink-none': 'Esta conta não está ligada a nenhuma outra. `/link` liga uma.',
  'profile-title': 'O que sei sobre você:',
  'profile-none': 'Ainda não indicou aqui nada sobre você.',
  'profile-how': '`/profile {field} texto` define um de {fields}; `/profile {field} off` apaga-o.',
  'profile-saved': 'Anotado: {field} é “{value}”.',
  'profile-cleared': '{field} foi apagado.',
  'instructions-none':
    'Não há aqui instruções permanentes. `/instructions texto` define-as, `/instructions off` retira-as.',
  'instructions-yours': 'As suas instruções permanentes, em cada conversa com você:',
  'instructions-group': 'Instruções permanentes deste grupo:',
  'instructions-saved': 'Sigo isso a partir da próxima mensagem. `/instructions off` retira-as.',
  'instructions-cleared': 'As instruções permanentes foram retiradas.',
  'text-too-long': 'É longo demais: no máximo {max} caracteres, não {count}. Nada foi alterado.',
  'tone-ask': 'Em que tom devo escrever?',
  'tone-is': 'O meu tom a partir da próxima mensagem: {tone}.',
  'tone-auto': 'Sem tom fixo: escrevo como convier.',
  'tone-unknown': 'Conheço estes tons: {tones}.',
  'tone-professional': 'profissional',
  'tone-casual': 'descontraído',
  'tone-technical': 'técnico',
  'tone-legal': 'jurídico',
  'tone-marketing': 'publicitário',
  'tone-none': 'conforme convier',
};
