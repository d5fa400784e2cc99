/** What people and the assistant say besides: small talk, questions, tasks and their answers. `{n}` is a number. */
export const CHATTER: readonly { readonly user: string; readonly answer: string }[] = [
  { user: 'hi', answer: 'Hello! How can I help?' },
  { user: 'thanks!', answer: 'You are welcome.' },
  { user: 'good morning', answer: 'Good morning!' },
  { user: 'lol', answer: ':)' },
  { user: 'How do I boil an egg?', answer: 'Put it into boiling water for seven minutes, then into cold water.' },
  { user: 'What is {n} times 12?', answer: 'That is easily computed: multiply both numbers.' },
  {
    user: 'Can you shorten this sentence for me please, it has {n} characters too many?',
    answer: 'Here is a shorter version of your sentence.',
  },
  {
    user: 'Write a haiku about rain number {n}',
    answer: 'Soft rain on the roof / the street lamps count to {n} / and the night breathes out',
  },
  { user: 'Which is heavier, lead or gold? I always mix them up in the quiz', answer: 'Gold is denser than lead.' },
  { user: 'Translate "good luck" into Finnish, I need it for card {n}', answer: 'It is "onnea".' },
  {
    user: 'Why does my script print {n} lines twice?',
    answer: 'Most likely the handler is registered twice. Remove one of the two registrations.',
  },
  {
    user: 'Wie wird das Wetter morgen?',
    answer: 'Ich habe keinen Wetterdienst, aber du kannst in die Vorhersage schauen.',
  },
  { user: 'Kannst du mir {n} Reime auf Haus nennen?', answer: 'Maus, Laus, Strauß und so weiter.' },
  { user: 'Расскажи анекдот номер {n}', answer: 'Заходит программист в бар...' },
  { user: 'Хорошо, спасибо', answer: 'Пожалуйста!' },
  { user: 'Ispričaj mi nešto zanimljivo', answer: 'Med se ne kvari ni posle mnogo godina.' },
  { user: '给我讲个笑话', answer: '从前有一只小猫……' },
  { user: '好的，谢谢', answer: '不客气。' },
  {
    user: 'Compare three note taking apps for me, I would like a table with {n} rows',
    answer: '1. Alpha is simple\n2. Beta syncs\n3. Gamma has tables\nSee https://example.org/notes for more.',
  },
  {
    user: 'What time is it in Tokyo right now if it is {n} o clock here?',
    answer: 'Add the difference of the time zones.',
  },
  { user: 'ok', answer: 'Good.' },
  { user: 'Fix the typo on page {n} of the draft, please', answer: 'Done: I corrected the typo.' },
  {
    user: 'Summarise the article that I pasted, {n} words at most',
    answer: 'The article says that trees cool cities.',
  },
  { user: 'haha nice', answer: 'Glad you like it.' },
  { user: 'I am bored', answer: 'How about a walk?' },
];
