import type { ExchangePhrases } from './exchangePhrases.js';

export const spanish: ExchangePhrases = {
  preference: [
    /\b(?:yo )?prefiero\b|\b(?:no )?me (?:gusta|gustan|encanta|encantan)\b(?! (?:la idea|saber|esta|este|eso|esto|tu)\b)|\bodio\b/,
    /\bllam[ae]me (?!manana|luego|cuando|si\b|a las|mas tarde)\S|\bmi (?:favorit[oa]|estilo|preferencia)\b.*\bes\b/,
    /\b(?:por favor,? )?(?:siempre|nunca) (?:uses?|usa|respond\w+|contest\w+|escrib\w+|me \w+|pon\w*)\b|\b(?:usa|responde|contesta|escribe)\b.*\b(?:siempre|nunca)\b/,
    /\b(?:a partir de ahora|de ahora en adelante|en el futuro)\b|\bdeja de \w+r\b|\b(?:se|respuestas?) (?:breve|brev\w+|concis\w+|cort\w+)\b/,
  ],
  about: [
    /\b(?:vivo|trabajo|estudio|naci) (?:en|como|para|cerca)\b|\bsoy (?:alergic[oa]|vegan[oa]|vegetarian[oa]|diabetic[oa]|zurd[oa]|medic[oa]|ingenier[oa]|abogad[oa]|profesor(?:a)?|enfermer[oa])\b/,
    /\bmi (?:nombre|cumpleanos|mujer|esposa|marido|esposo|pareja|hij[oa]|perr[oa]|gat[oa]|jef[ea]|empresa|equipo|direccion|telefono|correo|hermana|hermano|madre|padre|zona horaria) (?:es|se llama|tiene|vive|trabaja)\b/,
    /\bme llamo\b|\btengo (?:un[ao]? |dos |tres |\d+ )?(?:\w+ )?(?:alergia|hij[oa]s?|perros?|gatos?)\b/,
  ],
  decision: [
    /\b(?:hemos |he |ya )?(?:decidi(?:mos|do|ste)?|acorda(?:mos|do)|quedamos en|elegimos|escogimos)\b/,
    /\bvamos (?:con|a usar|a hacer|a lanzar|a ir con)\b|\busaremos\b|\bnos quedamos con\b|\bel plan es\b|\bdecision(?: final)?:/,
  ],
  undecided: [
    /\b(?:si|antes de que|hasta que|cuando) (?:decid|acord|nos |el |la |lo )|\b(?:no|aun no|todavia no) (?:hemos |lo )?(?:decid|acord)|\bquizas?\b|\btal vez\b|\bdeberiamos\b/,
  ],
  correction: [
    /^no[,.!:;]* (?:en realidad|eso|es|no es|esta mal)\b|\beso (?:es|esta|no es|no esta) (?:incorrecto|mal|falso|correcto|cierto|equivocado|asi)\b/,
    /\b(?:estas equivocad[oa]|te equivocas)\b|^(?:incorrecto|correccion|falso)\b[,.:!;]?|\bqueria decir\b/,
  ],
  acceptance:
    /^(?:ok(?:ay)?|vale|si|claro|adelante|hazlo|de acuerdo|perfecto|genial|bien|me parece bien|listo|hecho)\b/,
  hedge: /\b(?:pero|no estoy segur[oa]|quizas?|tal vez|luego|espera|aunque|primero|depende|por que|que|como)\b|\?/,
  request:
    /\b(?:por favor,? )?(?:recuerda|anota|apunta|ten en cuenta|no olvides|guarda|toma nota)(?: de)?(?:,|:)?(?: que)? (?=\S)/,
  taskLocal: /\b(?:esta vez|por ahora|aqui|hoy|en este caso|ahora mismo)\b/,
  durable: /\b(?:siempre|nunca|a partir de ahora|de ahora en adelante|en el futuro|cada vez|en general|prefiero)\b/,
  smallTalk:
    /^(?:hola|buenos dias|buenas (?:tardes|noches)|gracias|muchas gracias|adios|hasta luego)\b.{0,40}$|^(?:ok|vale|si|no|claro)[.!]*$|\b(?:pizza|almuerzo|cena|desayuno|cafe|tiempo hace|lluvia|fin de semana|vacaciones|fiesta)\b/,
};
