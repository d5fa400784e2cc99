import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composePersonaPrompt } from '../../../src/runtime/prompt/composePersona.js';
import { PERSONA } from './promptFixture.js';

describe('a persona in the prompt', () => {
  it('follows the core, the document hint and the tone', () => {
    const { text, trims } = composePersonaPrompt('CORE', PERSONA, undefined, 'legal');
    expect(text).toMatch(
      /^CORE\n\nLong structured content.*\n\n## Communication Tone\n.*\n\n---\n\n# Persona: Writer\n## Files\n/,
    );
    expect(text.endsWith('You draft texts.')).toBe(true);
    expect(trims).toEqual([]);
  });

  it('is left out when there is none', () => {
    const { text } = composePersonaPrompt('CORE', null);
    expect(text).toMatch(/^CORE\n\nLong structured content/);
    expect(text).not.toMatch(/Persona|Files/);
  });

  it('has no write discipline when it only reads', () => {
    const { text } = composePersonaPrompt('CORE', { ...PERSONA, isReadOnly: true });
    expect(text).not.toMatch(/write_file/);
  });

  it('is never lost to a long core, and the discipline never to a long persona', () => {
    const long = composePersonaPrompt('c'.repeat(50_000), PERSONA, 4000);
    expect(long.text).toHaveLength(4000);
    expect(long.text.endsWith('You draft texts.')).toBe(true);
    expect(long.text).toContain('write_file');
    expect(long.trims.map(({ part }) => part)).toEqual(['core']);

    const longRole = { ...PERSONA, systemPrompt: 'p'.repeat(50_000) };
    const both = composePersonaPrompt('c'.repeat(50_000), longRole, 4000);
    expect(both.text).toHaveLength(4000);
    expect(both.text).toContain('write_file');
    expect(both.text.match(/\[\.\.\.truncated\]/g)).toHaveLength(2);
    expect(both.trims.map(({ part }) => part)).toEqual(['core', 'persona']);
  });

  it('fits the limit whatever the lengths, and reports what is missing', () => {
    const lengths = fc.record({ core: fc.nat(3000), role: fc.nat(3000), max: fc.integer({ min: 1200, max: 5000 }) });
    fc.assert(
      fc.property(lengths, ({ core, role, max }) => {
        const persona = { ...PERSONA, systemPrompt: '😀'.repeat(role) };
        const { text, trims } = composePersonaPrompt('c'.repeat(core), persona, max);
        expect(text.length).toBeLessThanOrEqual(max);
        expect(text).not.toMatch(/\p{Surrogate}/u);
        expect(trims.length > 0).toBe(text.includes('[...truncated]'));
      }),
    );
  });
});
