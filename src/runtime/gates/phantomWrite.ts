import type { ToolAttempt } from '../loop/completionCheck.js';
import { languages } from './languages.js';
import type { PhantomWritePhrases } from './phrases/phantomWritePhrases.js';
import { isAsserted, ownStatements } from './prose/asserted.js';
import { readStatements, type Statement } from './prose/statements.js';
import { historyOf, wroteFiles } from './toolHistory.js';

/** With one of these on offer a file can be written (contract: agent runtime 5). */
const WRITE_TOOLS: readonly string[] = ['write_file', 'edit_file'];

function writeOf(content: string, phrases: PhantomWritePhrases): Statement | null {
  const { limits } = phrases;
  const statements = readStatements(content);
  if (statements.some(({ text, isQuestion }) => !isQuestion && phrases.disclaimers.some((one) => one.test(text)))) {
    return null;
  }
  const own = ownStatements(statements, limits, false);
  const hasMade = own.some(({ text }) => phrases.making.some((pattern) => text.search(pattern) >= 0));
  const isSaid = ({ text }: Statement, patterns: readonly RegExp[]) =>
    patterns.some((pattern) =>
      [...text.matchAll(pattern)].some(({ index, 0: match }) =>
        isAsserted(text, index, index + match.length, limits, { mayHaveTail: true, isOwn: true }),
      ),
    );
  const isWrite = (statement: Statement) => {
    const { text } = statement;
    if (isSaid(statement, phrases.claims)) return true;
    const isElsewhere = phrases.elsewhere.test(text) && !phrases.plainFiles.test(text);
    if (phrases.fileNouns.test(text.replace(phrases.topics, ' ')) && !isElsewhere && isSaid(statement, phrases.writes))
      return true;
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
  for (const { phantomWrite } of languages) {
    const statement = writeOf(content, phantomWrite);
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
