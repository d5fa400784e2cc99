import { part } from './sources.js';

/** "I" and "we" before a verb in the past, with what may stand between. */

export const ADVERB = part`
  (?:(?:'ve|have|had|'d|also|just|now|already|since|then|even|both|all|again|myself|did|did so and|went ahead and
  |gone ahead and|went back and|gone back and|\w+ly) )*
`;
export const ME = part`(?<![\w'])(?:i|we)(?:'ve|'d)? ${ADVERB}`;
