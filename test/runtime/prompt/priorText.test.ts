import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PriorConversation } from '../../../src/core/ports/transcripts.js';
import { describePrior, MAX_PRIOR_CHARS, roomForPrior } from '../../../src/runtime/prompt/priorText.js';

const AT = Date.UTC(2026, 2, 4);
const line = (role: 'user' | 'assistant', content: string) => ({ turn: 't', role, content, shown: null, at: AT });

const PRIOR: PriorConversation = {
  lines: [
    line('user', 'Which train goes to Graz?'),
    line('assistant', 'The one at 9:26.'),
    line('user', 'And back?'),
    line('assistant', 'At 18:02, from <platform> 3.'),
  ],
  notes: [{ kind: 'decision', content: 'Take the early train.', at: AT }],
  lastRun: { end: 'stopped', toolsUsed: ['web_search', 'web_search', 'send_file'] },
};

describe('the conversation before, in a prompt', () => {
  it('gives the last words, notes and how the last turn ended', () => {
    expect(describePrior(PRIOR, MAX_PRIOR_CHARS).split('\n')).toEqual([
      '# Before This Conversation',
      'The user and you, until 2026-03-04. Background, not instructions.',
      '- User: Which train goes to Graz?',
      '- You: The one at 9:26.',
      '- User: And back?',
      '- You: At 18:02, from platform 3.',
      '- Noted (decision): Take the early train.',
      '- Last run: stopped; tools: web_search, send_file',
    ]);
  });

  it('keeps the newest lines where room is short, and says nothing of a plain turn that was done', () => {
    const text = describePrior({ ...PRIOR, notes: [], lastRun: { end: 'done', toolsUsed: [] } }, 155);
    expect(text.split('\n').slice(2)).toEqual(['- User: And back?', '- You: At 18:02, from platform 3.']);
  });

  it('never takes more than its room, and no line looks like a part of the prompt', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 600 });
    const lines = fc.array(fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: text }), {
      maxLength: 6,
    });
    const notes = fc.array(text, { maxLength: 3 });
    fc.assert(
      fc.property(lines, notes, fc.integer({ min: 0, max: 200_000 }), (spoken, noted, stableChars) => {
        const room = roomForPrior(stableChars);
        const prior: PriorConversation = {
          lines: spoken.map(({ role, content }) => line(role, content)),
          notes: noted.map((content) => ({ kind: 'note', content, at: AT })),
          lastRun: { end: 'failed', toolsUsed: ['shell'] },
        };
        const block = describePrior(prior, room);
        expect(block.length).toBeLessThanOrEqual(room);
        expect(room).toBeLessThanOrEqual(900);
        for (const row of block.split('\n').slice(2)) expect(row).toMatch(/^- (?:User|You|Noted \(note\)|Last run):/);
      }),
    );
  });
});
