/** English notices and sentences. `{name}` is replaced by the argument of that name. */
export const english: Readonly<Record<string, string>> = {
  thinking: 'Thinking …',
  recalling: 'Looking through my memory …',
  'running-tool': '{tool} …',
  'still-working': 'Still working: {phase}, {elapsed}',
  gate: 'Still working: checking the claim before I answer …',
  'gate-D3': 'Still working: checking the claim before I answer …',
  'gate-D4': 'Still working: writing the file …',
  'gate-D1': 'Still working: saving the skill …',
  'rate-limited': 'The model asks for patience; trying again in {seconds} s …',
  'retrying-model': 'The model did not answer; trying again in {seconds} s …',
  resumed: 'Picking up where I was interrupted …',
  'phase-thinking': 'thinking',
  'phase-running-tool': 'running {tool}',
  'phase-writing': 'writing the answer',
  'phase-verifying': 'checking the claim',
  'phase-retrying': 'retrying the model',
  'elapsed-seconds': '{n} s',
  'elapsed-minutes': '{n} min',
  'no-model':
    'No model is configured yet. Set `LITELLM_URL` (and `LITELLM_API_KEY`, `WAGGLE_MODEL`) where I run and start me again.',
  dead: 'I could not finish this message: it failed three times in a row. Please send it again, perhaps in smaller parts. (ref {ref})',
};
