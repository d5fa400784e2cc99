/** What the model is told when a gate makes it go on, and what the reader is told where it cannot. */

export const VERIFICATION_DIRECTIVE = [
  'Your last answer claims that something passes, works or is verified, but no check ran in this turn after the last change.',
  'Either run the test, build or reproduction now and quote its real output,',
  'or mark the result UNVERIFIED and name what is still open.',
  'Do not repeat the claim without evidence. Answer the user again in full; this note is not shown.',
].join(' ');

/** After an answer whose claim cannot be checked: evidence only, no blame. */
export const VERIFICATION_DISCLOSURE =
  '_Unverified: no check was run in this turn, so take what is said above to work or pass as not tested._';

export const WRITE_DIRECTIVE = [
  'Your last answer says that a file was created, written or saved, but no tool wrote one in this turn.',
  'Call write_file now with the full contents, or edit_file for a change,',
  'or state plainly that no file was written and none was meant to be.',
  'Answer the user again in full; this note is not shown.',
].join(' ');
