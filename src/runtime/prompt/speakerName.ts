const MAX_NAME_CHARS = 40;
/** Of a name from outside no more is looked at: normalising can make eighteen characters of one. */
const MAX_RAW_CHARS = 1_000;

/** Invisible characters (joiners, fillers, bidirectional controls), and letters that look like quotation marks. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u02BA\u02EE]/gu;
const UNWANTED = /[^\p{L}\p{M}\p{N}\p{Emoji_Presentation} .,'’_-]/gu;

/**
 * A display name as it may stand in a prompt: one short line of letters, marks, digits, spaces and a little punctuation.
 * Names come from outside, so nothing in one may look like markup, a role or an end of the quotation.
 */
export function sanitizeName(name: string): string {
  const clean = name
    .slice(0, MAX_RAW_CHARS)
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(UNWANTED, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = [...clean].slice(0, MAX_NAME_CHARS).join('').trim();
  return /[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(short) ? short : 'someone';
}

/** A line that begins as the words of another person do. */
const SPEAKER_LINE = /^([^\S\n]*)(?=["“”„«»'‘’][^"“”„«»\n]{1,80}["“”„«»'‘’][^\S\n]*says[^\S\n]*:)/gimu;

/** Nobody in a group can put words into somebody else's mouth: such lines are marked as part of the speaker's own message. */
export function quoteSpeakerLines(text: string): string {
  return text.replace(SPEAKER_LINE, '$1> ');
}
