/** English words that say nothing about what is looked for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as ask at be because been before being but by can could did do does doing don for from get
  give go had has have he her here him his how i if in into is it its just know let like ll m me more my no not now of on one or our out over
  please re remember remembered s say she should so some t tell than that the their them then there these they this those to too up us ve was
  we were what when where which who why will with would yes you your`.split(/\s+/),
);
