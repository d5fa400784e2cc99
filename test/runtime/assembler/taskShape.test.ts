import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectTaskShape } from '../../../src/runtime/assembler/detectTaskShape.js';
import { SHAPES } from '../../../src/runtime/assembler/taskShape.js';

describe('the shape of a task', () => {
  it.each([
    ['Compare Postgres with MySQL', 'compare', 0.5],
    ['Write a poem about rain', 'draft', 0.5],
    ['Identify weaknesses in this and give me feedback', 'review', 0.714],
    ['How do I set up a VPN?', 'plan-execute', 0.333],
    ['Which one should I pick?', 'decide', 0.714],
    ['Create a detailed project plan', 'plan-execute', 0.5],
    ['Create a three-month marketing strategy', 'plan-execute', 0.5],
    ['benchmark', 'compare', 0.3],
    ['I need to compare two laptops', 'compare', 0.3],
    ['My plan expired yesterday', 'draft', 0.3],
    ['Schreibe einen Brief an die Bank', 'draft', 0.1],
    ['Soll ich kündigen?', 'decide', 0.1],
    ['Vérifie ma lettre', 'review', 0.1],
    ['Planifica el viaje', 'plan-execute', 0.1],
    ['Сравни два ноутбука', 'compare', 0.1],
    ['请比较这两个方案', 'compare', 0.1],
    ['', 'draft', 0.1],
  ])('%j is %s (%d)', (text, type, confidence) => {
    expect(detectTaskShape(text)).toMatchObject({ type, confidence });
  });

  it('is mixed when several kinds of work are joined', () => {
    const shape = detectTaskShape('Look into solar panels, then write a summary');
    expect(shape).toMatchObject({ type: 'mixed', confidence: 0.95, complexity: 'moderate' });
    expect(shape.phases).toEqual([
      { shape: 'research', trigger: 'Look into solar panels,' },
      { shape: 'draft', trigger: 'write a summary' },
    ]);
  });

  it('is complex from four phases on', () => {
    const text = 'Look into the market, then compare A with B, then write a report, then review the report';
    expect(detectTaskShape(text)).toMatchObject({ type: 'mixed', complexity: 'complex' });
  });

  it('takes the highest scores as phases when the parts do not show them', () => {
    const { type, phases } = detectTaskShape('Should we write a review of the difference between A and B?');
    expect(type).toBe('mixed');
    expect(phases.map(({ shape }) => shape)).toEqual(['draft', 'compare', 'decide']);
  });

  it('is not mixed by a date', () => {
    expect(detectTaskShape('Write a letter to find out about next week').type).not.toBe('mixed');
  });

  it('is always one of the known ones, with a confidence in bounds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const { type, confidence } = detectTaskShape(text);
        expect([...SHAPES, 'mixed']).toContain(type);
        expect(confidence).toBeGreaterThanOrEqual(0.1);
        expect(confidence).toBeLessThanOrEqual(0.95);
      }),
    );
  });
});
