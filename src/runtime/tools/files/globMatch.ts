/** Alternatives of one pattern. */
const MAX_ALTERNATIVES = 64;

/**
 * Whether a path is meant by a pattern: `*` and `?` within a name, `**` over folders, `{a,b}` for one of several. A pattern
 * without `/` is for names in any folder. Own code rather than a library's regular expression: with a hostile pattern this
 * takes at most (pattern × path) steps.
 */
export function createGlob(pattern: string): (path: string) => boolean {
  const whole = pattern.includes('/') ? pattern.replace(/^\.?\/+/, '') : `**/${pattern}`;
  const alternatives = expandBraces(whole).map((one) => one.split('/').filter((part) => part !== ''));
  return (path) => {
    const parts = path.split('/');
    return alternatives.some((wanted) => matchList(wanted, parts, (part) => part === '**', matchName));
  };
}

function expandBraces(pattern: string): string[] {
  let done: string[] = [''];
  let rest = pattern;
  while (rest !== '') {
    const open = /^([^{]*)\{([^{}]*,[^{}]*)\}/.exec(rest);
    if (open === null) return done.map((one) => one + rest);
    const [whole, before = '', choices = ''] = open;
    done = done.flatMap((one) => choices.split(',').map((choice) => one + before + choice));
    if (done.length > MAX_ALTERNATIVES) throw new Error(`the pattern has more than ${MAX_ALTERNATIVES} alternatives`);
    rest = rest.slice(whole.length);
  }
  return done;
}

function matchName(pattern: string, name: string): boolean {
  return matchList(
    [...pattern],
    [...name],
    (sign) => sign === '*',
    (sign, letter) => sign === '?' || sign === letter,
  );
}

/** The matching of wildcards: on a mismatch the last one takes one thing more. Only the last one ever needs to. */
function matchList<T>(
  wanted: readonly T[],
  given: readonly T[],
  isAny: (one: T) => boolean,
  fits: (one: T, thing: T) => boolean,
): boolean {
  let [at, place] = [0, 0];
  let [star, mark] = [-1, 0];
  while (place < given.length) {
    const one = wanted[at];
    const thing = given[place];
    if (one !== undefined && isAny(one)) {
      star = at;
      mark = place;
      at += 1;
    } else if (one !== undefined && thing !== undefined && fits(one, thing)) {
      at += 1;
      place += 1;
    } else if (star !== -1) {
      at = star + 1;
      mark += 1;
      place = mark;
    } else {
      return false;
    }
  }
  return wanted.slice(at).every(isAny);
}
