import { describe, expect, it } from 'vitest';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { createNoticeBoard } from '../../src/reply/noticeBoard.js';

const start = 1_000_000;
const board = (stillWorkingMs = 90_000, acceptedAt = start) =>
  createNoticeBoard({ acceptedAt, startedAt: start, stillWorkingMs, wording: wordingIn('en') });

describe('notice board', () => {
  it('says nothing for 4 s, then what is going on', () => {
    const notices = board();
    expect(notices.desired(start + 3999)).toBeNull();
    expect(notices.nextChangeAt(start)).toBe(start + 4000);
    expect(notices.desired(start + 4000)).toBe('Thinking …');
    notices.observe({ type: 'toolStart', call: 'c', name: 'web_search' });
    expect(notices.desired(start + 4001)).toBe('Web search …');
    notices.observe({ type: 'toolEnd', call: 'c', name: 'web_search', failed: false });
    expect(notices.desired(start + 4002)).toBe('Thinking …');
  });

  it('is silent once text is visible, until nothing new was visible for the period', () => {
    const notices = board();
    notices.observe({ type: 'text', delta: 'Hello' });
    notices.markVisible(start + 1000);
    expect(notices.desired(start + 60_000)).toBeNull();
    expect(notices.desired(start + 91_000)).toBe('Still working: writing the answer, 1 min');
  });

  it('counts elapsed time from acceptance, in steps of the period', () => {
    const notices = board(90_000, start - 30_000);
    expect(notices.desired(start + 60_000)).toBe('Still working: thinking, 1 min');
    expect(notices.nextChangeAt(start + 60_000)).toBe(start + 150_000);
    expect(notices.desired(start + 150_000)).toBe('Still working: thinking, 3 min');
  });

  it('says at once that a gate makes the turn go on, and keeps saying so while the check runs', () => {
    const notices = board();
    notices.observe({ type: 'text', delta: 'All tests pass.' });
    notices.markVisible(start + 500);
    notices.observe({ type: 'gate', gate: 'D3', why: 'claim without a check' });
    expect(notices.desired(start + 501)).toBe('Still working: checking the claim before I answer …');
    notices.observe({ type: 'toolStart', call: 'c', name: 'run_tests' });
    expect(notices.desired(start + 502)).toContain('Still working');
    notices.observe({ type: 'text', delta: 'One test fails.' });
    notices.markVisible(start + 900);
    expect(notices.desired(start + 901)).toBeNull();
  });

  it('is not ended by text from before it that becomes visible only now', () => {
    const notices = board();
    notices.observe({ type: 'text', delta: 'All tests pass.' });
    notices.observe({ type: 'gate', gate: 'D3', why: 'claim without a check' });
    notices.markVisible(start + 500);
    expect(notices.desired(start + 501)).toContain('Still working: checking');
  });

  it('shows waits for the model and never an unknown key', () => {
    const notices = board();
    notices.observe({ type: 'notice', key: 'rate-limited', args: { seconds: '7' } });
    expect(notices.desired(start)).toBe('The model asks for patience; trying again in 7 s …');
    notices.observe({ type: 'notice', key: 'no-such-key', args: {} });
    expect(notices.desired(start)).toBe('Thinking …');
  });

  it('can be turned off', () => {
    const notices = board(0);
    notices.markVisible(start + 1);
    expect(notices.desired(start + 10_000_000)).toBeNull();
    expect(notices.nextChangeAt(start + 5000)).toBeNull();
  });

  it('names the sub-agents that are at work, at once and as long as they are', () => {
    const notices = board();
    const tell = (key: string, name: string) => notices.observe({ type: 'notice', key, args: { name, role: 'coder' } });
    notices.observe({ type: 'text', delta: 'I ask two.' });
    notices.markVisible(start + 100);
    tell('agent-running', 'Prices');
    expect(notices.desired(start + 200)).toBe('Prices is at work …');
    tell('agent-running', 'News');
    expect(notices.desired(start + 300)).toBe('Prices, News is at work …');
    expect(notices.desired(start + 91_000)).toBe('Still working: waiting for Prices, News, 1 min');
    tell('agent-error', 'Prices');
    expect(notices.desired(start + 400)).toBe('News is at work …');
    tell('agent-done', 'News');
    expect(notices.desired(start + 500)).toBeNull();
  });

  it('forgets a retry of the model when a sub-agent is done', () => {
    const notices = board();
    notices.observe({ type: 'notice', key: 'agent-running', args: { name: 'News', role: 'coder' } });
    notices.observe({ type: 'notice', key: 'retrying-model', args: { seconds: '2', retry: '1' } });
    expect(notices.desired(start + 100)).toMatch(/trying again/);
    notices.observe({ type: 'notice', key: 'agent-done', args: { name: 'News', role: 'coder' } });
    expect(notices.desired(start + 200)).toBeNull();
  });
});
