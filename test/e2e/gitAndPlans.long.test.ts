import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithSandbox } from '../setup/describeWithSandbox.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;

beforeEach(async () => {
  stage = await openStage();
});

afterEach(() => stage.close());

type Step = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** What the model does, call by call, and what it got; a step may depend on what came before. */
function play(steps: readonly (Step | ((results: readonly string[]) => Step))[], answer: string): string[] {
  const results: string[] = [];
  stage.model.script((request) => {
    const got = [...request.toolResults.values()];
    if (got.length === 0) results.length = 0;
    results.push(...got);
    const next = steps[results.length];
    const step = typeof next === 'function' ? next(results) : next;
    return step === undefined ? { text: answer } : { text: '', toolCalls: [{ name: step[0], arguments: step[1] }] };
  });
  return results;
}

/** All that the model was sent from a request on. */
const promptsFrom = (first: number) =>
  stage.model.requests
    .slice(first)
    .map(({ body }) => JSON.stringify(body.messages))
    .join('\n');

const PATCH = '--- a/honey.txt\n+++ b/honey.txt\n@@ -1 +1,2 @@\n 5 kg\n+7 kg\n';

describeWithSandbox('a person on Telegram', () => {
  it('has a file written, committed and patched, and hears its history', async () => {
    const results = play(
      [
        ['write_file', { path: 'honey.txt', content: '5 kg\n' }],
        ['git_commit', { message: 'First harvest' }],
        ['apply_patch', { patch: PATCH }],
        ['git_diff', {}],
        ['git_commit', { message: 'Second harvest' }],
        ['git_log', {}],
        ['tree', {}],
      ],
      'Both harvests are in the history.',
    );
    await stage.start('ingress');
    const ada = stage.telegram.privateChat(stage.telegram.user(11, { name: 'Ada' }));
    ada.say('Keep the harvests under version control');
    await ada.waitForBotMessage((message) => message.text === 'Both harvests are in the history.');
    expect(results[1]).toMatch(/^Committed [0-9a-f]+ on HEAD -> main by Ada: First harvest/);
    expect(results[2]).toBe('Changed honey.txt (+1 -0).');
    expect(results[3]).toContain('+7 kg');
    expect(results[5]).toMatch(/Ada \(HEAD -> main\): Second harvest\n.*Ada: First harvest$/);
    expect(results[6]).toContain('honey.txt  10 B');
  });

  it('is told that a push needs a yes, with the call', async () => {
    const results = play([['git_push', { url: 'https://github.com/ada/honey' }]], 'Pushed.');
    await stage.start('ingress');
    const ada = stage.telegram.privateChat(stage.telegram.user(11, { name: 'Ada' }));
    ada.say('Push the harvests');
    const question = await ada.waitForBotMessage(({ text }) => text.includes('git_push'));
    expect(question.text).toContain('https://github.com/ada/honey');
    expect(results).toEqual([]);
  });

  it('has a plan kept over turns until the conversation is cleared, and a task that runs on', async () => {
    play(
      [
        ['create_plan', { goal: 'Move the hives', steps: ['Count them', 'Carry them'] }],
        ['bash', { command: 'echo counting; sleep 500', background: true }],
      ],
      'Planned.',
    );
    await stage.start('ingress');
    const ada = stage.telegram.privateChat(11);
    ada.say('Plan the move and start counting');
    await ada.waitForBotMessage((message) => message.text === 'Planned.');
    const second = play(
      [
        ['execute_step', { step: 1, state: 'doing' }],
        ['get_task_output', { task_id: 't00000000' }],
        (results) => ['get_task_output', { task_id: /t\w{8}(?= \(running\))/.exec(results[1] ?? '')?.[0] ?? '' }],
      ],
      'Counting goes on.',
    );
    ada.say('How far are you?');
    await ada.waitForBotMessage((message) => message.text === 'Counting goes on.');
    expect(promptsFrom(0)).toContain(
      ['Current plan:', '- Move the hives (0 of 2 steps done)', '- 1. Count them', '- 2. Carry them'].join('\\n'),
    );
    expect(second[2]).toMatch(/is running for .*\]\ncounting\n$/);
    ada.say('/clear');
    await ada.waitForBotMessage((message) => message.text.includes('before_clear'));
    const third = play(
      [
        ['show_plan', {}],
        ['get_task_output', { task_id: 't00000000' }],
      ],
      'Nothing.',
    );
    const before = stage.model.requests.length;
    ada.say('And now?');
    await ada.waitForBotMessage((message) => message.text === 'Nothing.');
    expect(third[0]).toMatch(/There is no plan/);
    expect(third[1]).toMatch(/There are none/);
    expect(promptsFrom(before)).not.toContain('Current plan');
  });
});
