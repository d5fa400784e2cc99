import { describe, expect, it } from 'vitest';
import { assertsPhantomWrite } from '../../../src/runtime/gates/phantomWrite.js';
import { isSelfIncapacityAssertion } from '../../../src/runtime/gates/selfIncapacity.js';
import { assertsUnverifiedCompletion } from '../../../src/runtime/gates/verification.js';

describe('what makes a claim of success', () => {
  it.each([
    [true, 'I replayed the three events and all were accepted.', []],
    [true, 'The pagination bug is history: page two shows the right twenty rows.', ['edit_file']],
    [true, 'Reran the batch after the fix and it completed without a single error.', []],
    [false, 'I expect the tests to pass with this change.', ['edit_file']],
    [false, 'Added a guard for the empty list. Give it a run and tell me what you see.', ['edit_file']],
    [false, 'With the flag set, the build passes; without it, it does not.', []],
    [false, 'Before you deploy: unit tests pass, migrations are reviewed, someone is on call.', []],
    [false, "Glad it's working again! Anything else I can look at?", []],
    [false, 'The list is sorted by date now, newest first.', ['edit_file']],
  ])('%s: %s', (want, text, tools) => {
    expect(assertsUnverifiedCompletion(text, tools)).toBe(want);
  });
});

describe('what makes a phantom write', () => {
  it.each([
    [true, "I've updated the docs as you suggested:\n\n- install steps\n- questions", ['read_file']],
    [true, 'Swapped the two images on the landing page.', ['read_file']],
    [true, 'I renamed `getUser` to `fetchUser` in the loader and its callers.', ['read_file']],
    [true, 'The map was rendered to trail.svg.', []],
    [false, "I've written three headlines for you to choose from: bold, dry and silly.", []],
    [false, 'I extracted the key figures: revenue is up, costs are flat.', ['read_file']],
    [false, 'I removed the passive voice: "We leave at dawn."', []],
    [false, 'Your files are stored in the cloud once sync is on.', []],
    [false, 'The spreadsheet was updated by Lena on Tuesday.', ['read_file']],
    [false, 'Done.', []],
  ])('%s: %s', (want, text, tools) => {
    expect(assertsPhantomWrite(text, tools, true)).toBe(want);
  });
});

describe('what makes a refusal', () => {
  it.each([
    [true, 'Sadly my access does not extend to the payroll system.'],
    [true, 'Your mailbox is off limits for me.'],
    [true, "That goes against my guidelines, so I'll pass."],
    [true, "I don't know the answer and can't look it up."],
    [false, 'I was unable to reach the page at first; the second attempt worked, and here is the text.'],
    [false, "I can't say which one is better, both have their charm."],
    [false, 'Not possible before Monday, says the workshop.'],
    [false, 'I would like to recommend it, and cannot fault the service.'],
    [false, '**Limits of the device**\n\n- cannot charge below zero\n- no access to 5 GHz networks'],
  ])('%s: %s', (want, text) => {
    expect(isSelfIncapacityAssertion(text)).toBe(want);
  });
});
