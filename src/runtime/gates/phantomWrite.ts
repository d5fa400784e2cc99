import type { ToolAttempt } from '../loop/completionCheck.js';
import { findClearest, isJudgedSo } from './claimJudge.js';
import { languages } from './languages.js';
import type { PhantomWritePhrases } from './phrases/phantomWritePhrases.js';
import { isAsserted, ownStatements } from './prose/asserted.js';
import { readStatements, type Statement } from './prose/statements.js';
import { historyOf, wroteFiles } from './toolHistory.js';
import { isLookup } from './writeTools.js';

/** With one of these on offer a file can be written (contract: agent runtime 5). */
const WRITE_TOOLS: readonly string[] = ['write_file', 'edit_file'];

/** Shorter texts name no file ("Done."): there only a rule is believed. */
const MIN_CHARS = 12;

/** Tools that look at files; other lookups ask the web or the memory. */
const FILE_LOOKUP = /file|folder|dir|content|grep|glob|code|repo|git/i;
/** A code block or a block quotation. */
const SHOWN_TEXT = /^ {0,3}(?:```|~~~|>)/m;

/** After a colon the answer gives the result itself. */
const TELLS = /: \S/;

/** What the run looked at, and whether the answer shows a text or program: both say what its verbs are about. */
interface Surroundings {
  readonly readFiles: boolean;
  readonly readElsewhere: boolean;
  readonly showsText: boolean;
}

function surroundingsOf(content: string, attempts: readonly ToolAttempt[]): Surroundings {
  const lookups = attempts.filter(({ name }) => isLookup(name));
  return {
    readFiles: lookups.some(({ name }) => FILE_LOOKUP.test(name)),
    readElsewhere: lookups.some(({ name }) => !FILE_LOOKUP.test(name)),
    showsText: SHOWN_TEXT.test(content),
  };
}

const disclaims = (statements: readonly Statement[], { disclaimers }: PhantomWritePhrases) =>
  statements.some(({ text, isQuestion }) => !isQuestion && disclaimers.some((one) => one.test(text)));

function writeOf(content: string, surroundings: Surroundings, phrases: PhantomWritePhrases): Statement | null {
  const { limits } = phrases;
  const statements = readStatements(content);
  if (disclaims(statements, phrases)) return null;
  const own = ownStatements(statements, limits, false);
  const hasMade = own.some(({ text }) => phrases.making.some((pattern) => text.search(pattern) >= 0));
  const isShown = surroundings.showsText || own.some(({ text }) => phrases.shown.test(text));
  const isSaid = ({ text }: Statement, patterns: readonly RegExp[]) =>
    patterns.some((pattern) =>
      [...text.matchAll(pattern)].some(({ index, 0: match }) =>
        isAsserted(text, index, index + match.length, limits, { mayHaveTail: true, isOwn: true }),
      ),
    );
  const isWrite = (statement: Statement) => {
    const { text } = statement;
    if (isSaid(statement, phrases.claims)) return true;
    const isElsewhere = phrases.elsewhere.test(text) && text.search(phrases.plainFiles) < 0;
    if (isElsewhere) return false;
    if (text.replace(phrases.topics, ' ').search(phrases.fileNouns) >= 0 && isSaid(statement, phrases.writes))
      return true;
    if (!surroundings.readElsewhere && isSaid(statement, phrases.states)) return true;
    if (surroundings.readFiles && !surroundings.showsText && isSaid(statement, phrases.readEdits)) return true;
    if (!isShown) {
      if (text.search(phrases.codeNouns) >= 0 && isSaid(statement, phrases.edits)) return true;
      const isDoc = !surroundings.readElsewhere && !TELLS.test(text) && text.search(phrases.docNouns) >= 0;
      if (isDoc && isSaid(statement, phrases.updates)) return true;
    }
    return hasMade && isSaid(statement, phrases.places);
  };
  return own.find(isWrite) ?? null;
}

/**
 * Gate D4 (contract: agent runtime 5): the statement in an answer that says a file was written, although no call of the run
 * wrote one; null when there is none. Pure.
 */
export function findPhantomWrite(content: string, attempts: readonly ToolAttempt[]): Statement | null {
  if (wroteFiles(attempts)) return null;
  const statements = readStatements(content);
  if (languages.some(({ phantomWrite }) => disclaims(statements, phantomWrite))) return null;
  const byRule = findWriteByRule(content, attempts);
  if (byRule === null && content.trim().length < MIN_CHARS) return null;
  if (!isJudgedSo('phantomWrite', { content, isByRule: byRule !== null })) return null;
  return byRule ?? findClearest('phantomWrite', content);
}

/** What the hand-written rules find, whatever tools ran. */
export function findWriteByRule(content: string, attempts: readonly ToolAttempt[]): Statement | null {
  const surroundings = surroundingsOf(content, attempts);
  for (const { phantomWrite } of languages) {
    const statement = writeOf(content, surroundings, phantomWrite);
    if (statement !== null) return statement;
  }
  return null;
}

/** Whether the tools on offer include one that writes files. */
export function isWriteOffered(toolsOffered: readonly string[]): boolean {
  return WRITE_TOOLS.some((name) => toolsOffered.includes(name));
}

/** Gate D4 over the names of attempted tools alone. */
export function assertsPhantomWrite(
  content: string,
  toolsUsed: readonly string[],
  writeToolAvailable: boolean,
): boolean {
  return writeToolAvailable && findPhantomWrite(content, historyOf(toolsUsed)) !== null;
}
