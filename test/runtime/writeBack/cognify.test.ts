import { describe, expect, it } from 'vitest';
import { extractByRules } from '../../../src/runtime/writeBack/cognify/cognify.js';
import { detectCorrection, isSignal } from '../../../src/runtime/writeBack/detectCorrection.js';

describe('names and edges of a text', () => {
  it('are people, organizations, projects and technologies', () => {
    const { entities } = extractByRules(
      'Decision: Project Falcon is led by Maria Gruber of Brightfield Ltd and runs on postgres. We talked to Ahmed about the move to Kubernetes.',
    );
    expect(entities).toEqual([
      { type: 'technology', name: 'Postgres' },
      { type: 'technology', name: 'Kubernetes' },
      { type: 'project', name: 'Project Falcon' },
      { type: 'person', name: 'Maria Gruber' },
      { type: 'organization', name: 'Brightfield Ltd' },
      { type: 'person', name: 'Ahmed' },
    ]);
  });

  it('have edges by what stands between them, and few others', () => {
    const { relations } = extractByRules('Project Falcon is led by Maria Gruber. Maria Gruber reports to Jonas Weber.');
    expect(relations).toContainEqual({ from: 'Project Falcon', type: 'led_by', to: 'Maria Gruber', confidence: 0.9 });
    const many = extractByRules(
      Array.from({ length: 40 }, (_, i) => `Alice Name${String.fromCharCode(65 + (i % 26))}${i}`).join(', '),
    );
    expect(many.entities.length).toBeLessThanOrEqual(20);
    expect(many.relations.length).toBeLessThanOrEqual(15);
  });

  it('are none in plain sentences of any language', () => {
    for (const text of [
      'I like tea.',
      'Ich habe heute einen Termin.',
      'The user prefers short answers',
      '我喜欢茶',
      '',
    ]) {
      expect(extractByRules(text).entities).toEqual([]);
    }
  });
});

describe('a correction', () => {
  it('is told by what is said, and how strongly', () => {
    expect(detectCorrection('That is too formal, always keep it casual.')).toEqual({
      confidence: 2 / 6,
      isDurable: true,
      key: 'tone:too_formal',
      detail: 'That is too formal, always keep it casual.',
    });
    expect(detectCorrection('No, that’s wrong. It is Linz.')).toMatchObject({
      key: 'accuracy:facts',
      isDurable: false,
      detail: 'No, that’s wrong.',
    });
    expect(detectCorrection('Das ist zu lang, ab jetzt bitte kürzer')).toMatchObject({
      key: 'length:too_long',
      isDurable: true,
    });
  });

  it('is none in ordinary words', () => {
    for (const text of [
      'thanks',
      'what is wrong with the pump?',
      'I prefer tea',
      '> that is wrong',
      'Actually, tell me more',
    ]) {
      expect(detectCorrection(text)).toBeNull();
    }
  });

  it('for this once is none of a pattern', () => {
    const local = detectCorrection('Stop doing that for now, always is not needed here this time');
    expect(local).toMatchObject({ isDurable: false });
    const facts = detectCorrection('No, that is wrong: it is Linz');
    expect(facts !== null && isSignal(facts)).toBe(false);
  });

  it('has a short detail', () => {
    expect(detectCorrection(`No, that ${'x'.repeat(300)} is wrong, you are wrong`)?.detail).toHaveLength(120);
  });
});
