import { describe, expect, it } from 'vitest';
import { formatCombinedResult } from '../../../src/runtime/retrieval/formatCombinedResult.js';

describe('formatCombinedResult', () => {
  it('has a section per kind, merges what was found twice and leaves empty kinds out', () => {
    const text = formatCombinedResult({
      memory: [{ text: 'Ann likes  tea.', source: 'memory 7', at: Date.UTC(2026, 10, 3), score: 0.912 }],
      knowledge: [],
      web: [
        { text: 'ann likes tea.', source: 'example.com' },
        { text: 'Tea is grown in Assam.', source: 'example.org', score: 0.5 },
      ],
    });
    expect(text).toBe(
      [
        '## Memory',
        '',
        '- Ann likes tea. (2026-11-03, memory 7 and example.com, score 0.91)',
        '',
        '## Web',
        '',
        '- Tea is grown in Assam. (undated, example.org, score 0.50)',
      ].join('\n'),
    );
  });

  it('says plainly that nothing was found', () => {
    expect(formatCombinedResult({ memory: [], knowledge: [], web: [{ text: ' ', source: 'x' }] })).toBe(
      'Nothing was found.',
    );
  });
});
