import type { Database } from 'better-sqlite3';
import { personIdOf } from '../core/person.js';
import type { FoundLine, Transcripts } from '../core/ports/transcripts.js';
import { isOwnLane, isOwnLine } from './ownLanes.js';
import { accountsOf } from './peopleOps.js';
import { preparedOnce } from './preparedOnce.js';

/** Terms of a query that are looked for: a pasted page must not become a query of a thousand. */
const MAX_TERMS = 12;
/** Around the found words, on either side, in characters. */
const AROUND_CHARS = 200;

interface Row {
  readonly lane: string;
  readonly role: FoundLine['role'];
  readonly content: string;
  readonly at: number;
}

interface Bounds {
  readonly match: string;
  readonly lane: string;
  /** Of the person: their accounts, and with their own key. */
  readonly accounts: string;
  readonly names: string;
  readonly limit: number;
}

const COLUMNS = 't.lane, t.role, t.content, t.at FROM transcript t';
/** Ids of a chat's lanes are the chat's own lane, or begin with it and a colon; `;` is the character after the colon. */
const OF_CHAT = "(t.lane = @lane OR (t.lane > @lane || ':' AND t.lane < @lane || ';'))";
/** Lines that name no account are nobody's: after `/unlink` either side would find them. */
const OF_PERSON = `t.lane IN (SELECT w.lane FROM whereabouts w WHERE w.person IN (SELECT value FROM json_each(@names)) AND ${isOwnLane('w.lane')})
  AND ${isOwnLine('t.sender')}`;
const SPOKEN = "t.role <> 'summary'";

const statements = preparedOnce((db) => {
  const make = (whose: string) => ({
    newest: db.prepare<Bounds, Row>(`SELECT ${COLUMNS} WHERE ${whose} AND ${SPOKEN} ORDER BY t.no DESC LIMIT @limit`),
    byWords: db.prepare<Bounds, Row>(
      `SELECT ${COLUMNS} JOIN transcript_text x ON x.rowid = t.no
       WHERE transcript_text MATCH @match AND ${whose} AND ${SPOKEN} ORDER BY bm25(transcript_text), t.no DESC LIMIT @limit`,
    ),
    byFragment: db.prepare<Bounds, Row>(
      `SELECT ${COLUMNS} WHERE ${whose} AND ${SPOKEN} AND instr(t.content, @match) > 0 ORDER BY t.no DESC LIMIT @limit`,
    ),
  });
  return { chat: make(OF_CHAT), person: make(OF_PERSON) };
});

/** Scripts written without spaces: the index takes a whole sentence for one word. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function termsOf(query: string): readonly string[] {
  return [...new Set(query.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])].slice(0, MAX_TERMS);
}

/** Lower case without accents, each character in its place. */
const fold = (text: string) => text.replace(/./gu, (character) => foldCharacter(character));

function foldCharacter(character: string): string {
  const plain = (character.normalize('NFD')[0] ?? character).toLowerCase();
  return plain.length === character.length ? plain : character;
}

function excerptOf(content: string, terms: readonly string[]): string {
  const folded = fold(content);
  const places = terms.map((term) => folded.indexOf(fold(term))).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...(places.length === 0 ? [0] : places)) - AROUND_CHARS);
  const cut = [...content.slice(from, from + 2 * AROUND_CHARS)].join('').trim();
  return `${from > 0 ? '... ' : ''}${cut}${from + 2 * AROUND_CHARS < content.length ? ' ...' : ''}`;
}

/** `Transcripts.search`. The lanes stand in SQL, before anything is looked for. */
export function searchTranscripts(
  db: Database,
  { of, query, limit }: Parameters<Transcripts['search']>[0],
): readonly FoundLine[] {
  const sql = statements(db);
  const isChat = 'chatLane' in of;
  const { newest, byWords, byFragment } = isChat ? sql.chat : sql.person;
  const terms = termsOf(query);
  const words = terms.filter((term) => !SPACELESS.test(term));
  const accounts = isChat ? [] : accountsOf(db, of.person).map(personIdOf);
  const bounds = {
    match: '',
    lane: isChat ? of.chatLane : '',
    accounts: JSON.stringify(accounts),
    names: JSON.stringify(isChat ? [] : [of.person, ...accounts]),
    limit,
  };
  const match = words.map((word) => `"${word}"${word.length > 3 ? '*' : ''}`).join(' OR ');
  const found = terms.length === 0 ? newest.all(bounds) : match === '' ? [] : byWords.all({ ...bounds, match });
  for (const fragment of terms.filter((term) => SPACELESS.test(term))) {
    if (found.length < limit)
      found.push(...byFragment.all({ ...bounds, match: fragment, limit: limit - found.length }));
  }
  return found.map(({ lane, role, content, at }) => ({ lane, role, excerpt: excerptOf(content, terms), at }));
}
