import type { FrameSource, Importance, Trust } from '../../core/memory/frame.js';
import { isSelfIncapacityAssertion } from '../gates/selfIncapacity.js';
import { answerNotes } from './answerNotes.js';
import type { ExchangePhrases } from './phrases/exchangePhrases.js';
import { EXCHANGE_LANGUAGES } from './phrases/languages.js';
import { GOES_ON, MADE_UP, MARKED_REQUEST, OF_THE_DAY, POLITE_ONLY } from './phrases/material.js';
import { EXCHANGE_PREFIXES, type NoteKind } from './prefixes.js';
import { type Sentence, sentencesOf } from './sentences.js';
import { styleNoteOf } from './styleNote.js';

/** Something to be kept of an exchange. */
export interface Note {
  readonly kind: NoteKind;
  readonly content: string;
  /** Whose matter it is: the person's, or that of the work. */
  readonly mind: 'personal' | 'workspace';
  readonly importance: Importance;
  readonly source: FrameSource;
  readonly trust: Trust;
}

export interface Exchange {
  /** The person's own words, nothing forwarded or quoted. */
  readonly user: string;
  readonly assistant: string;
  /** The assistant's answer before: a short yes takes up what it proposed. */
  readonly previous?: string;
}

/** Lengths in characters (spec runtime 5.6). */
const SHORT_CHARS = 30;
const CORRECTION_CHARS = 200;
const LINE_CHARS = 300;
const ACCEPTANCE_CHARS = 60;
const MAX_NOTES = 5;

const cut = (text: string, chars: number) => [...text.replace(/\s+/g, ' ').trim()].slice(0, chars).join('');
const matches = (patterns: readonly RegExp[], { folded }: Sentence) => patterns.some((pattern) => pattern.test(folded));

/**
 * What of an exchange is worth keeping, by rules (contract: agent runtime 6; spec runtime 5.6): what the person prefers, says
 * of themselves, decides, corrects or asks to be noted; what was found out, at the trust of something inferred. A suggestion
 * of the assistant is a decision only when the person takes it up. Pure.
 */
export function extractNotes({ user, assistant, previous = '' }: Exchange): readonly Note[] {
  const sentences = sentencesOf(user);
  const stated = statedNotes(sentences, user);
  const accepted = stated.some(({ kind }) => kind === 'decision')
    ? null
    : (acceptedDecision(user, previous) ?? acceptedDecision(user, assistant));
  const style = stated.length === 0 && accepted === null ? styleNoteOf(sentences) : null;
  const own = [
    ...stated,
    ...(accepted === null ? [] : [accepted]),
    ...(style === null ? [] : [note('style', style, 'personal', 'normal', 'user_stated')]),
  ];
  const hasCode = assistant.includes('```');
  if (own.length === 0 && user.trim().length < SHORT_CHARS && !hasCode) return [];
  if (own.length === 0 && isSmallTalk(sentences)) return [];
  const isSettled = own.some(({ kind }) => kind === 'preference' || kind === 'correction' || kind === 'decision');
  return [...own, ...findings({ user, assistant }, isSettled)].slice(0, MAX_NOTES);
}

function note(
  kind: NoteKind,
  text: string,
  mind: Note['mind'],
  importance: Importance,
  source: 'user_stated' | 'agent_inferred',
): Note {
  const content = `${EXCHANGE_PREFIXES[kind]} ${cut(text, LINE_CHARS)}`;
  return { kind, content, mind, importance, source, trust: source === 'user_stated' ? 2 : 0 };
}

/** What the sentences of the person say for good: at most one of each kind. */
function statedNotes(sentences: readonly Sentence[], whole: string): readonly Note[] {
  const statements = sentences.flatMap((sentence) => statementIn(sentence) ?? []);
  const first = (test: (sentence: Statement, phrases: ExchangePhrases) => boolean) =>
    statements.find((sentence) => EXCHANGE_LANGUAGES.some((phrases) => test(sentence, phrases)));
  const isReal = (s: Statement, p: ExchangePhrases) => !matches(p.undecided, s) && !matches(MADE_UP, s);
  const preference = first((s, p) => matches(p.preference, s) && !isForOnce(s, p) && isReal(s, p));
  const decision = first((s, p) => matches(p.decision, s) && isReal(s, p));
  const correction = first((s, p) => matches(p.correction, s));
  const about = first((s, p) => matches(p.about, s) && isReal(s, p) && !isOfTheDay(s));
  const request = statements.find(({ isRequested }) => isRequested);
  const taken = new Set([preference, decision, correction].filter((sentence) => sentence !== undefined));
  const isNew = (sentence: Statement | undefined) => sentence !== undefined && !taken.has(sentence);
  return [
    ...(preference === undefined || preference === correction
      ? []
      : [note('preference', preference.text, 'personal', 'normal', 'user_stated')]),
    ...(decision === undefined ? [] : [note('decision', decision.text, 'workspace', 'important', 'user_stated')]),
    ...(correction === undefined
      ? []
      : [note('correction', cut(whole, CORRECTION_CHARS), 'personal', 'important', 'user_stated')]),
    ...(isNew(about) && about !== undefined ? [note('about', about.text, 'personal', 'normal', 'user_stated')] : []),
    ...(isNew(request) && request !== undefined && request !== about
      ? [note('request', request.text, 'personal', 'normal', 'user_stated')]
      : []),
  ];
}

interface Statement extends Sentence {
  /** The person asked to keep it in mind. */
  readonly isRequested: boolean;
}

/** A sentence as a statement: what it asks to keep in mind stands for itself, also within a question. Null for questions. */
function statementIn(sentence: Sentence): Statement | null {
  for (const { request } of EXCHANGE_LANGUAGES) {
    const asked = request.exec(sentence.folded);
    if (asked === null || !isRequest(asked[0], sentence.folded.slice(0, asked.index))) continue;
    const folded = sentence.folded
      .slice(asked.index + asked[0].length)
      .replace(/[?？]+$/, '')
      .trim();
    const text = sentence.text
      .slice(-folded.length - 1)
      .replace(/[?？]+\s*$/, '')
      .trim();
    if (folded.length >= 4 && !/^(?:to|zu|de|di) \w/.test(folded))
      return { text, folded, isQuestion: false, isRequested: true };
  }
  return sentence.isQuestion ? null : { ...sentence, isRequested: false };
}

/** A verb in the middle of a sentence asks for nothing, unless it says where that begins: `three note taking apps`. */
function isRequest(asked: string, before: string): boolean {
  return MARKED_REQUEST.test(asked) || POLITE_ONLY.test(before.trim());
}

const isOfTheDay = (sentence: Sentence) => matches(OF_THE_DAY, sentence) || GOES_ON.test(sentence.text);

function isForOnce({ folded }: Sentence, { taskLocal, durable }: ExchangePhrases): boolean {
  return taskLocal.test(folded) && !durable.test(folded);
}

/** What the assistant proposed and the person took up in a few words without a but. */
function acceptedDecision(user: string, assistant: string): Note | null {
  if (!isAcceptance(user)) return null;
  for (const sentence of sentencesOf(assistant)) {
    const proposes = EXCHANGE_LANGUAGES.some(
      (phrases) => matches(phrases.decision, sentence) && !matches(phrases.undecided, sentence),
    );
    if (proposes && !isSelfIncapacityAssertion(sentence.text)) {
      return note('decision', sentence.text.replace(/[?？]+$/, ''), 'workspace', 'important', 'user_stated');
    }
  }
  return null;
}

/** Whether a message is a short yes to what was proposed. */
export function isAcceptance(user: string): boolean {
  const [sentence] = sentencesOf(user);
  if (sentence === undefined || user.trim().length >= ACCEPTANCE_CHARS) return false;
  const whole = sentencesOf(user)
    .map(({ folded }) => folded)
    .join(' ');
  return EXCHANGE_LANGUAGES.some(({ acceptance, hedge }) => acceptance.test(whole) && !hedge.test(whole));
}

function isSmallTalk(sentences: readonly Sentence[]): boolean {
  return (
    sentences.length > 0 &&
    sentences.every(({ folded }) => EXCHANGE_LANGUAGES.some(({ smallTalk }) => smallTalk.test(folded)))
  );
}

/** What the answer says is inferred, and not to be believed where the assistant says that it could not do what was asked. */
function findings({ user, assistant }: Exchange, isSettled: boolean): readonly Note[] {
  const notes = answerNotes({ user, assistant, isSettled });
  const isIncapable = notes.length > 0 && isSelfIncapacityAssertion(assistant);
  return notes.map(({ kind, text, importance }) => {
    const made = note(kind, text, 'workspace', importance, kind === 'question' ? 'user_stated' : 'agent_inferred');
    return isIncapable ? { ...made, importance: 'temporary' } : made;
  });
}
