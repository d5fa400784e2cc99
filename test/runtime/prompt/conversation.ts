/** A conversation as people have it: short and long questions, answers of usual length. */
export const CONVERSATION: readonly (readonly [question: string, answer: string])[] = [
  ['hi', 'Hello! What can I do for you?'],
  [
    'I am planning a trip to Lisbon in May with my parents, four days.',
    'Lovely. Two things would help: do your parents walk well, and is there anything you have already booked? With four days I would stay in one place in the centre and do one day out, to Sintra or the coast.',
  ],
  [
    'They walk fine, but no long stairs please. Nothing is booked.',
    'Good to know. Then Baixa or Chiado for the hotel: flat, with trams and lifts close by. Alfama is beautiful but all stairs, so we would visit it by tram 28 and walk down.',
  ],
  [
    'Which day trip?',
    'Sintra, by train in forty minutes. Go early, see Pena from the park bus, and skip the Moorish castle because of the stairs.',
  ],
  [
    'Can you write down the four days in short?',
    '1. Arrival, Baixa and the river, dinner in Chiado.\n2. Belém by tram: monastery, tower, pastries.\n3. Sintra by train.\n4. Tram 28 through Alfama, market, flight home.',
  ],
  ['thanks', 'You are welcome. Shall I look for hotels next?'],
  [
    'Yes, something with a lift, at most 150 euros a night for a double.',
    'For May that is realistic in Baixa if you book two months ahead. Look for places with a lift stated in the room list; I would filter for breakfast included and free cancellation.',
  ],
  [
    'What is the weather like in May?',
    'Mild: about 15 to 22 degrees, a few showers, long evenings. A light jacket is enough.',
  ],
  ['ok, remember that my parents cannot do long stairs', 'Noted: no long stairs for your parents.'],
  [
    'and what should we pack?',
    'Light layers, one jacket each, comfortable shoes with grip for the polished pavement, a hat, and a small umbrella.',
  ],
];

/** What the person's memory holds meanwhile. */
export const REMEMBERED: readonly string[] = [
  'The user lives in Lagos and works as a baker.',
  'User preference: short answers.',
  'The user is allergic to nuts.',
  'Decision: the trip to Lisbon is in May.',
  'The user travels with their parents, who are both over seventy.',
  'The user prefers trains to buses.',
];

/** How many bytes at its start a text shares with another. */
export function commonPrefixBytes(a: string, b: string): number {
  let end = 0;
  while (end < a.length && end < b.length && a[end] === b[end]) end += 1;
  return Buffer.byteLength(a.slice(0, end));
}
