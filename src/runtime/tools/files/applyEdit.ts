/** One replacement in a text. */
export interface Edit {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

/** Places told of a text that is there more than once. */
const MAX_PLACES = 5;

/**
 * The text with one replacement made, exactly and in one place only, unless all are meant. In a file with Windows line ends
 * the texts may be given without them.
 *
 * @throws Error when the old text is not there, is there more than once, or is the new one
 */
export function applyEdit(text: string, edit: Edit): string {
  const usesCrLf = text.includes('\r\n') && !edit.old_string.includes('\r');
  const adapt = (part: string) => (usesCrLf ? part.replace(/\r?\n/g, '\r\n') : part);
  const [before, after] = [adapt(edit.old_string), adapt(edit.new_string)];
  if (before === '') throw new Error('old_string is empty; write_file writes a whole file');
  if (before === after) throw new Error('old_string and new_string are the same');
  const places = placesOf(text, before);
  if (places.length === 0) throw new Error(`old_string is not in the file${nearMiss(text, before)}`);
  if (places.length === 1 || edit.replace_all === true) return text.replaceAll(before, () => after);
  const lines = places.slice(0, MAX_PLACES).map((at) => lineOf(text, at));
  const more = places.length > MAX_PLACES ? ', ...' : '';
  throw new Error(
    `old_string is there ${places.length} times (lines ${lines.join(', ')}${more}); give more of the text around the one that you mean, or set replace_all`,
  );
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** A hint where only white space differs: the commonest reason. */
function nearMiss(text: string, part: string): string {
  const bare = (line: string) => line.trim().replace(/\s+/g, ' ');
  const wanted = part.split('\n').map(bare);
  const first = wanted.findIndex((line) => line !== '');
  if (first === -1) return '';
  const lines = text.split('\n').map(bare);
  const at = lines.findIndex((_, place) => wanted.every((line, i) => lines[place + i] === line));
  return at === -1 ? '; read it and copy the text' : `; line ${at + 1} differs in white space only`;
}
