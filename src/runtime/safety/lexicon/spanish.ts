import type { Lexicon } from '../concepts.js';

export const SPANISH: Lexicon = {
  drop: `ignora | ignore | ignorad | ignorar | olvida | olvide | olvidad | olvídate de | olvídese de | descarta | descarte | desobedece | haz caso omiso de | haga caso omiso de | no sigas | no siga`,
  rules: `instrucción | instrucciones | regla | reglas | norma | normas | directriz | directrices | órdenes | indicaciones | restricciones`,
  own: `tus | tu | sus propias`,
  ownRules: `tus instrucciones | tus reglas | tus normas | tus directrices`,
  prior: `anterior | anteriores | previa | previas | previo | previos | original | originales | de arriba | hasta ahora`,
  all: `todas | todos | todo | toda | cualquier`,
  given: `que te dieron | que te han dado | que recibiste | que has recibido`,
  reveal: `muestra | muéstrame | muestre | revela | repite | imprime | dime | escribe`,
  hidden: `prompt del sistema | mensaje del sistema | instrucciones del sistema | instrucciones ocultas | instrucciones secretas | prompt inicial`,
};
