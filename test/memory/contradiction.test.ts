import { describe, expect, it } from 'vitest';
import { doesContradict as contradicts } from '../../src/memory/frames/contradiction.js';
import { isEcho, isRepeated } from '../../src/memory/frames/nearDuplicate.js';
import { readText } from '../../src/memory/frames/reading.js';
import { wordsOf } from '../../src/memory/frames/wordsOf.js';
import { BOTH_HOLD, CHANGED } from './corpora/changedMinds.js';

const doesContradict = (one: string, other: string, isOfOne = true) =>
  contradicts(readText(one), readText(other), isOfOne);

describe('contradiction', () => {
  it.each([
    ["Ann's birthday is 5 May.", "Ann's birthday is 7 June."],
    ['The project deadline is Friday', 'The project deadline is 12 March'],
    ['Lives in Berlin.', 'User lives in Munich now.'],
    ['I live in Berlin', 'The user moved to Hamburg'],
    ['Works at Siemens', 'I work for Bosch'],
    ['User likes coffee.', 'User does not like coffee.'],
    ['Loves cilantro', 'Hates cilantro'],
    ['Is allergic to nuts', 'Is not allergic to nuts'],
    ['Prefers tea over coffee', 'Prefers coffee over tea'],
    ['My email: a@example.org', 'My email: b@example.net'],
    ['Mein Lieblingsfarbe Name ist Blau', 'Mein Lieblingsfarbe Name ist Rot'],
    ['Ich wohne in Köln', 'Ich wohne in Bonn'],
    ['Живу в Москве', 'Живу в Казани'],
    ['她住在北京', '她住在上海'],
    ['My email is now a@example.org', 'My email is b@example.net'],
    ['Die Lieblingsfarbe von Eva ist Rot', 'Die Lieblingsfarbe von Eva ist Grau'],
    ['The review is on 3 May', 'The review got moved to 9 May'],
    ['Pas od Vere zove se Žak', 'Pas od Vere zove se Lav'],
    ['The key is under the mat', 'The key is under the bench'],
  ])('%s / %s', (one, other) => {
    expect(doesContradict(one, other)).toBe(true);
    expect(doesContradict(other, one)).toBe(true);
  });

  it('of two people is none where each speaks of himself', () => {
    expect(doesContradict('I live in Berlin', 'I live in Munich', false)).toBe(false);
    expect(doesContradict('Lives in Berlin', 'Lives in Munich', false)).toBe(false);
    expect(doesContradict('The deadline is Friday', 'The deadline is Monday', false)).toBe(true);
    expect(doesContradict('The cat is allowed inside', 'The cat is not allowed inside', false)).toBe(true);
    expect(doesContradict('Our office is in Mill Road', 'Our office is in Ash Lane', false)).toBe(true);
    expect(doesContradict('My office is in Mill Road', 'My office is in Ash Lane', false)).toBe(false);
  });

  it.each([
    ['Likes tea', 'Likes coffee'],
    ['Ann is a doctor', 'Ann is tall'],
    ["Ann's birthday is 5 May", "Bob's birthday is 7 June"],
    ['Lives in Berlin', 'Lives in Berlin near the river'],
    ['Invoice 101 is paid', 'Invoice 102 is paid'],
    ['Fact number 3', 'Fact number 5'],
    ['Works at Siemens', 'Works as an engineer'],
    ['The deadline is Friday', 'The deadline is Friday at noon'],
    ['Has a cat named Tom', 'Does not like dogs'],
    ['Booked a table for 4 on Monday', 'Booked a table for 6 on Tuesday'],
    ['The dog of Ann is called Rex', 'The dog of Bob is called Rex'],
    ['Der Hund von Eva heißt Rex', 'Der Hund von Uli heißt Rex'],
    ['Eva ist Ärztin', 'Eva ist Mutter'],
    ['建国的工作是翻译', '建国的狗叫毛毛'],
    ['I live in New York', 'I live in York'],
    ['The gate shuts at 5. Bring cake.', 'The gate shuts at 6. Bring tea.'],
    ['', ''],
  ])('not: %s / %s', (one, other) => {
    expect(doesContradict(one, other)).toBe(false);
  });
});

describe('of pairs written before the rules', () => {
  const noticed = (pairs: typeof CHANGED) => pairs.filter(([earlier, later]) => doesContradict(earlier, later));

  it('nearly all changed minds are noticed, and none of what both holds', () => {
    expect(noticed(CHANGED).length).toBeGreaterThanOrEqual(0.85 * CHANGED.length);
    expect(noticed(CHANGED.map(([earlier, later]) => [later, earlier])).length).toBe(noticed(CHANGED).length);
    expect(noticed(BOTH_HOLD)).toEqual([]);
  });
});

describe('a repeated text', () => {
  const repeated = (fresh: string, known: string) => isRepeated(wordsOf(fresh), wordsOf(known));

  it.each([
    ['The user likes green tea', 'User likes green tea.'],
    ['Prefers answers in German, always short', 'User prefers: answers in German, always short.'],
    ['I know that I like green tea', 'I know I like green tea'],
    ['A house in Graz costs too much', 'The house in Graz costs too much'],
  ])('%s = %s', (fresh, known) => expect(repeated(fresh, known)).toBe(true));

  it.each([
    ['Does not like green tea', 'Likes green tea'],
    ['Ann likes Bob', 'Bob likes Ann'],
    ['Meeting at 5 in room blue', 'Meeting at 6 in room blue'],
    ['Ann was a doctor in Berlin', 'Ann is a doctor in Berlin'],
    ['Likes green tea with lemon', 'Likes green tea'],
    ['tea', 'green tea'],
    ['用户喜欢绿茶', '用户不喜欢绿茶'],
    ['Lot A of the auction is sold', 'Lot C of the auction is sold'],
    ['For the trip we take plan b', 'For the trip we take plan c'],
    ['Корпус А открыт до вечера', 'Корпус Б открыт до вечера'],
  ])('%s is news beside %s', (fresh, known) => expect(repeated(fresh, known)).toBe(false));

  it('is an echo when it is put together from what is known', () => {
    const known = ['Likes green tea.', 'Lives in Berlin since 2019.'].map(wordsOf);
    expect(isEcho(wordsOf('The user likes green tea and lives in Berlin'), known)).toBe(true);
    expect(isEcho(wordsOf('The user likes green tea and lives in Munich'), known)).toBe(false);
    expect(isEcho(wordsOf('The user no longer likes green tea in Berlin'), known)).toBe(false);
  });
});
