import type { Catalogue } from '../entry.js';

/** What is said about approvals and about the questions that a turn waits for. Spanish. */
export const spanishApprovals: Catalogue = {
  'approval-ask': '**¿Puedo ejecutar `{tool}`?**',
  'approval-cut': '*(Abreviado; la llamada completa llega como archivo.)*',
  'approval-how': {
    one: 'Decide un owner o admin, aquí o en cualquier chat conmigo: `/approve {id}` o `/deny {id}`. Sin respuesta en {n} minuto no se hace.',
    other:
      'Decide un owner o admin, aquí o en cualquier chat conmigo: `/approve {id}` o `/deny {id}`. Sin respuesta en {n} minutos no se hace.',
  },
  'approval-yes': 'Permitir',
  'approval-no': 'Rechazar',
  'approval-approved': 'Permitido por {name}.',
  'approval-denied': 'Rechazado por {name}.',
  'approval-expired': 'Nadie respondió a tiempo: no se hizo.',
  'approval-stopped': 'Detenido: no se hizo.',
  'approval-open': 'Sigue abierta.',
  'question-how': {
    one: 'Responde aquí en {n} minuto.',
    other: 'Responde aquí en {n} minutos.',
  },
  'question-answered': '{name}: {answer}',
  'question-expired': 'No llegó respuesta a tiempo.',
  'question-stopped': 'Detenido.',
  'question-open': 'Sigue abierta.',
  'question-denied': '{name} no respondió.',
  'question-taken': 'Anotado.',
  'question-unknown': 'No hay tal pregunta.',
  'question-none': 'Aquí nada espera permiso.',
  'question-not-yours': 'Esto lo decide otra persona.',
  'question-over': 'Ya está decidido. {end}',
  'approval-usage':
    '¿Cuál? `/{command} ID` decide sobre lo que pregunto; el ID está bajo la pregunta. Los owners también dejan entrar a gente con su código: `/{command} CODE`.',
  'approval-sure': 'Para decidir, pulsa un botón.',
  'status-paused': 'Espero una respuesta a `{id}` (turno `{turn}`): {what}',
  'status-asks-approval': '¿puedo ejecutar `{tool}`?',
  'status-asks': 'una pregunta a quien preguntó',
};
