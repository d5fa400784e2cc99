import { CATALOGUES } from '../../../src/reply/catalogue/catalogue.js';
import type { WaitOptions } from '../../platforms/watch.js';
import type { Cell } from './cells.js';
import type { PlaceKind } from './rows.js';
import { plainWords } from './says.js';

/** A chat of its own for one cell, as whoever calls there sees it. */
export interface MatrixPlace {
  /** Calls a command as people do there. False: the client does not let the person send it. */
  call(command: string, args: string): boolean;
  /** Says something to the bot. */
  say(text: string): void;
  /** What the bot's messages say that the caller is to see, oldest first. */
  shown(): readonly string[];
  /** What stands where it does not belong: in another thread, or seen by somebody else. */
  stray(): readonly string[];
}

/** A platform with a gateway on it. */
export interface MatrixStage {
  open(cell: Pick<Cell, 'place' | 'role' | 'language'>): MatrixPlace;
  /** A code that a stranger was shown. */
  pairingCode(): Promise<string>;
  /** A code for another account of a new person. */
  linkCode(): Promise<string>;
  /** The longest that somebody can type behind a command. */
  readonly longest: number;
  waitFor(probe: () => boolean, options: WaitOptions): Promise<unknown>;
  /** Cells that run at a time. */
  readonly width: number;
}

/** A stage with what begins and ends it. */
export interface OpenStage extends MatrixStage {
  readonly places: readonly PlaceKind[];
  /** Names of the commands in its menu; null: people see none there. */
  menu(): readonly string[] | null;
  /** What the platform refused. */
  refused(): readonly unknown[];
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;

/** Keys of the catalogue that no sentence has in it. */
const KEYS = new Set(Object.keys(CATALOGUES.en ?? {}).filter((key) => key.includes('-')));
const TRACE = /\bat \S+ \(?\S+:\d+:\d+|\b(?:undefined|NaN)\b|\[object |\b[A-Z]\w*Error:|\{\w+\}/;

/** What must never be read, whatever the command; null: nothing of it. */
function isUnfit(text: string): string | null {
  if (text.trim() === '') return 'an empty message';
  const key = text.split(/[\s`"“”()[\],:;]+/).find((word) => KEYS.has(word));
  if (key !== undefined) return `the internal key ${key}`;
  const trace = TRACE.exec(text)?.[0];
  return trace === undefined ? null : `an inside matter: ${trace}`;
}

async function argsOf({ args }: Cell, stage: MatrixStage): Promise<string> {
  if (args === '{pairing}') return stage.pairingCode();
  if (args === '{link}') return stage.linkCode();
  return args.replace('{long}', () =>
    'long words '
      .repeat(stage.longest)
      .slice(0, stage.longest - args.length)
      .trim(),
  );
}

/** Runs one cell; what is wrong with it, or null. */
async function runCell(cell: Cell, stage: MatrixStage): Promise<{ fault: string | null; check: () => string | null }> {
  const place = stage.open(cell);
  const wait = (probe: () => boolean, what: string) => stage.waitFor(probe, { what, timeoutMs: PATIENCE_MS });
  for (const words of cell.before) {
    const count = place.shown().length;
    const [, name = '', rest = ''] = /^\/(\w+) ?([\s\S]*)$/.exec(words) ?? [];
    if (name === '') place.say(words);
    else place.call(name, rest);
    await wait(() => place.shown().length > count, `an answer to "${words}" before ${cell.name}`);
  }
  const before = place.shown().length;
  if (!place.call(cell.command, await argsOf(cell, stage))) return { fault: null, check: () => null };
  const answer = () => place.shown().slice(before);
  const words = () => plainWords(answer().join('\n'));
  const check = (): string | null => {
    if (!cell.said.test(words()))
      return `${cell.name}: not ${cell.said.source.slice(0, 160)} but "${words().slice(0, 300)}"`;
    const unfit = answer()
      .map(isUnfit)
      .find((found) => found !== null);
    if (unfit !== undefined) return `${cell.name}: ${unfit} in "${words().slice(0, 300)}"`;
    const [stray] = place.stray();
    return stray === undefined ? null : `${cell.name}: "${stray.slice(0, 100)}" where it does not belong`;
  };
  await wait(() => cell.said.test(words()), cell.name).catch(() => {});
  return { fault: check(), check };
}

/** Runs all cells, many at a time; what is wrong, also once everything is over. */
export async function runCells(cells: readonly Cell[], stage: MatrixStage): Promise<readonly string[]> {
  const left = cells.values();
  const faults: string[] = [];
  const checks: (() => string | null)[] = [];
  const work = async () => {
    for (const cell of left) {
      const { fault, check } = await runCell(cell, stage).catch((thrown: unknown) => ({
        fault: `${cell.name}: ${String(thrown)}`,
        check: () => null,
      }));
      if (fault === null) checks.push(check);
      else faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: stage.width }, work));
  return [...faults, ...checks.flatMap((check) => check() ?? [])];
}
