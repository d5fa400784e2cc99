import type { Catalogue } from '../entry.js';

/** What is said about approvals and about the questions that a turn waits for. English. */
export const englishApprovals: Catalogue = {
  'approval-ask': '**May I run `{tool}`?**',
  'approval-cut': '*(Shortened; the whole call comes as a file.)*',
  'approval-how': {
    one: 'An owner or admin decides, here or in any chat with me: `/approve {id}` or `/deny {id}`. Without an answer in {n} minute it is not done.',
    other:
      'An owner or admin decides, here or in any chat with me: `/approve {id}` or `/deny {id}`. Without an answer in {n} minutes it is not done.',
  },
  'approval-yes': 'Approve',
  'approval-no': 'Deny',
  'approval-approved': 'Approved by {name}.',
  'approval-denied': 'Denied by {name}.',
  'approval-expired': 'Nobody answered in time: not done.',
  'approval-stopped': 'Stopped: not done.',
  'approval-open': 'It is still open.',
  'question-how': {
    one: 'Answer here within {n} minute.',
    other: 'Answer here within {n} minutes.',
  },
  'question-answered': '{name}: {answer}',
  'question-expired': 'No answer came in time.',
  'question-stopped': 'Stopped.',
  'question-open': 'It is still open.',
  'question-denied': '{name} gave no answer.',
  'question-taken': 'Noted.',
  'question-unknown': 'There is no such question.',
  'question-none': 'Nothing waits for an approval here.',
  'question-not-yours': 'This is for somebody else to decide.',
  'question-over': 'This was decided already. {end}',
  'approval-usage':
    'Which one? `/{command} ID` decides about what I ask; the id stands below the question. Owners also let people in by their code: `/{command} CODE`.',
  'approval-sure': 'To decide, press a button.',
  'status-paused': 'Waiting for an answer to `{id}` (turn `{turn}`): {what}',
  'status-asks-approval': 'may I run `{tool}`?',
  'status-asks': 'a question to the person who asked',
};
