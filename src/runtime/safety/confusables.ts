/**
 * Letters that look like Latin ones, after NFKD and lower case. Text and lexicon are folded alike, so a Cyrillic word
 * matches whether it is written with Cyrillic letters, with Latin ones, or mixed.
 */
const PAIRS: readonly (readonly [string, string])[] = [
  // Cyrillic
  ['авекмнорстухіјѕԁԛԝһ', 'abekmhopctyxijsdqwh'],
  // Greek
  ['αβεικνορτυχγη', 'abeiknoptuxyn'],
  // Armenian
  ['օսհցո', 'ouhgn'],
  // Latin letters that NFKD leaves alone
  ['ıłøđħŧɑɡ', 'ilodhtag'],
  // Small capitals and phonetic letters
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'],
];

export const CONFUSABLES: ReadonlyMap<string, string> = new Map([
  ...PAIRS.flatMap(([from, to]) => {
    const targets = [...to];
    return [...from].map((letter, i): [string, string] => [letter, targets[i] ?? letter]);
  }),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);

/** What digits stand for in words that mix digits and letters. */
export const DIGIT_LETTERS: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'il'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['6', 'g'],
  ['7', 't'],
  ['8', 'b'],
  ['9', 'g'],
]);

/** What signs stand for inside words. */
export const SIGN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
  ['|', 'il'],
  ['€', 'e'],
]);
