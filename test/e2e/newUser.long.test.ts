import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGate, type Gate } from '../platforms/gate.js';
import { openDirectChats, openThreePlatforms, type ThreePlatforms } from './threePlatforms.js';

let stage: ThreePlatforms;
/** Lets the plan that is being written go on, by whose it is. */
const gates = new Map<string, Gate>();

beforeAll(async () => {
  stage = await openThreePlatforms();
  stage.model.script(({ system, lastUser }) => {
    const who = /# Persona: (.*)/.exec(system)?.[1] ?? 'Nobody';
    const trip = /Make a plan for this: a trip for (\w+)/.exec(lastUser)?.[1];
    if (trip === undefined) return { text: `${who} answers "${lastUser}".` };
    const gate = createGate();
    gates.set(trip, gate);
    const text = 'First we book the ferry and the rooms for everybody. Then we pack what the weather there asks for.';
    return { text, chunkChars: 53, pauses: [{ afterChunks: 1, until: gate.opened }] };
  });
}, 60_000);
afterAll(() => stage.close(), 60_000);

it('a new user finds the personas, switches, asks, switches back, lists skills, plans something and stops it', {
  timeout: 120_000,
}, async () => {
  await Promise.all(
    openDirectChats(stage, 41).map(async (chat) => {
      const { name, say, command, press, see, texts } = chat;
      command('start');
      await see(/^Hello Ada! [\s\S]*\/help/);
      command('help');
      await see(/\/plan GOAL/);
      // On Discord it takes more than one message.
      expect(texts().join('\n'), name).toMatch(/\/personas[\s\S]*\/skills[\s\S]*\/plan/);
      command('personas');
      await see(/Researcher[\s\S]*\/researcher/);
      command('persona');
      await see(/Which persona shall answer here\? Now: none\./);
      await press('/persona info 1');
      await see(/About which persona/);
      await press('/persona about coder');
      await see(/Will not:/);
      await press('/persona coder');
      await see(/From here on .*Coder.* answers here/);
      say('why?');
      await see('Coder answers "why?".');
      command('status');
      await see(/Model: [\s\S]*Persona: .*Coder/);
      command('coder');
      await see(/From here on .*Coder/);
      command('persona off');
      await see(/Back to the default: no persona/);
      say('who?');
      await see('Nobody answers "who?".');
      say('!statsu please');
      await see(/There is no command `?!statsu`?; did you mean `?!status`?\?[\s\S]*Nobody answers "!statsu please"\./);

      command('skills');
      await see('Page 1 of');
      command('plan');
      await see(/Please say with it what it is about: `?\/plan GOAL/);
      command(`plan a trip for ${name}`);
      await see(/^First we book the ferry/);
      expect(texts().at(-1), name).not.toContain('Then we pack');
      command('stop');
      await chat.waitFor(() => texts().some((text) => text.startsWith('Stopped.')), `${name}: Stopped.`);
      gates.get(name)?.open();
      say('still there?');
      await see('Nobody answers "still there?".');

      // What the chat shows in the end: no notice is left, and nothing of the inside.
      const shown = texts().join('\n');
      expect(shown, name).not.toContain('Then we pack');
      expect(shown, name).not.toMatch(/Thinking|undefined|\[object|\{\w+\}|persona-|status-/);
      expect(
        texts().filter((text) => text.trim() === ''),
        name,
      ).toEqual([]);
    }),
  );
});
