import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithSandbox } from '../setup/describeWithSandbox.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;

beforeEach(async () => {
  stage = await openStage();
});

afterEach(() => stage.close());

/** What the model does, call by call; each gets the result of the one before. */
type Step = readonly [tool: string, args: Readonly<Record<string, unknown>>];

function play(steps: readonly Step[], answer: string): string[] {
  const results: string[] = [];
  stage.model.script((request) => {
    // A request holds the results of its round alone.
    const got = [...request.toolResults.values()];
    if (got.length === 0) results.length = 0;
    results.push(...got);
    const step = steps[results.length];
    return step === undefined ? { text: answer } : { text: '', toolCalls: [{ name: step[0], arguments: step[1] }] };
  });
  return results;
}

const PROGRAM = `import csv, sys
rows = list(csv.DictReader(open('honey.csv')))
print(sum(int(row['kg']) for row in rows), 'kg')
open('report.txt', 'w').write('12 kg of honey')
`;

describeWithSandbox('a person on Telegram', () => {
  it('has files written, changed, found and run, and gets one', async () => {
    const results = play(
      [
        ['write_file', { path: 'honey.csv', content: 'hive,kg\na,5\nb,6\n' }],
        ['edit_file', { path: 'honey.csv', old_string: 'b,6', new_string: 'b,7' }],
        ['write_file', { path: 'sum.py', content: PROGRAM }],
        ['search_content', { query: 'kg' }],
        ['bash', { command: 'python3 sum.py && env | grep -c -i token; cat /proc/1/environ; ls' }],
        ['run_code', { language: 'node', code: "console.log(require('fs').readFileSync('report.txt', 'utf8'))" }],
        ['send_file', { path: 'report.txt' }],
      ],
      'Twelve kilos; the report is below.',
    );
    await stage.start('ingress');
    const ada = stage.telegram.privateChat(stage.telegram.user(11, { name: 'Ada' }));
    ada.say('How much honey was it? Send me a report.');
    await ada.waitForBotMessage((message) => message.media !== undefined);
    expect(ada.botMessages().map(({ text, media }) => media?.name ?? text)).toEqual([
      'Twelve kilos; the report is below.',
      'report.txt',
    ]);
    expect(results[0]).toBe('Created honey.csv, 16 bytes.');
    expect(results[3]).toContain('honey.csv:1:hive,kg');
    expect(results[4]).toMatch(
      /^\[exit code 0, [\d.]+ s\]\n12 kg\n0\nhoney\.csv\ninbox\noutbox\nreport\.txt\nspill\nsum\.py$/,
    );
    expect(results[5]).toMatch(/12 kg of honey$/);
    expect(stage.telegram.refused()).toEqual([]);
  });

  it('never sees the files of another chat', async () => {
    const results = play(
      [
        ['list_files', { depth: 5 }],
        ['bash', { command: 'ls -a; find / -name diary.txt 2>/dev/null; ls ..' }],
        ['read_file', { path: '../diary.txt' }],
        ['write_file', { path: 'diary.txt', content: 'private' }],
      ],
      'Done.',
    );
    await stage.start('ingress');
    for (const id of [11, 12]) {
      const chat = stage.telegram.privateChat(id);
      chat.say('Look around and keep my diary');
      await chat.waitForBotMessage((message) => message.text === 'Done.');
      expect(results[0]).toBe('The workspace is empty.');
      expect(results[1]).not.toContain('diary.txt');
      expect(results[2]).toContain('only files in the workspace');
      expect(results[3]).toContain('Created diary.txt');
    }
  });

  it('stops a command that runs, and nothing of it goes on', async () => {
    play([['bash', { command: 'while :; do date +%s%N > beat; sleep 0.1; done' }]], 'Never said.');
    await stage.start('ingress');
    const ada = stage.telegram.privateChat(11);
    ada.say('Beat');
    await stage.model.waitFor(() => stage.model.requests.length === 1);
    ada.say('/stop');
    await ada.waitForBotMessage((message) => /stopp/i.test(message.text));
    const results = play(
      [['bash', { command: 'a=$(cat beat); sleep 0.5; [ "$a" = "$(cat beat)" ] && echo silent' }]],
      'Ok.',
    );
    ada.say('Is it silent?');
    await ada.waitForBotMessage((message) => message.text === 'Ok.');
    expect(results.at(-1)).toContain('silent');
  });
});
