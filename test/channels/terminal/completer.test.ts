import { describe, expect, it } from 'vitest';
import { completeLine } from '../../../src/channels/terminal/completer.js';

const commands = [
  { name: 'persona', words: ['writer', 'finance-owner', 'off'], takesWords: true },
  { name: 'personas', words: [], takesWords: false },
  { name: 'project_manager', words: [], takesWords: true },
  { name: 'skills', words: ['chart', 'show chart', 'show tools-map'], takesWords: true },
];
const candidates = (line: string) => completeLine(line, commands)[0];

describe('a line is completed', () => {
  it.each([
    ['/persona', ['/persona', '/personas']],
    ['/PERSONAS', ['/personas']],
    ['!personas', ['!personas']],
    ['/project-m', ['/project_manager ']],
    ['/exi', ['/exit']],
    ['/persona ', ['writer', 'finance-owner', 'off']],
    ['/persona Fin', ['finance-owner']],
    ['/skills show t', ['show tools-map']],
    ['/nobody ', []],
    ['/', ['/persona', '/personas', '/project_manager', '/skills', '/exit', '/quit']],
    ['', []],
    ['hello /per', []],
    ['//persona', []],
  ])('%j', (line, wanted) => {
    expect(candidates(line)).toEqual(wanted);
  });

  it('in its last part, the rest stays', () => {
    expect(completeLine('/skills show t', commands)[1]).toBe('show t');
    expect(completeLine('/per', commands)[1]).toBe('/per');
  });
});
