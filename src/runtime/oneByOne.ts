/**
 * The same work, done one after another in the order in which it was asked for. When one of it fails, all that follows
 * fails too: what is written down has no gaps.
 */
export function oneByOne<Arg>(work: (arg: Arg) => Promise<void>): (arg: Arg) => Promise<void> {
  let last = Promise.resolve();
  return (arg) => {
    last = last.then(() => work(arg));
    return last;
  };
}
