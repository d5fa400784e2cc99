import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseChatEvent } from '../../src/http/chatEvents.js';
import { SUMMARY_SECTIONS } from '../../src/runtime/compaction/compactionPrompt.js';
import { createGate } from '../platforms/gate.js';
import { describeAtTerminal, startAtTerminal } from '../setup/terminalProcess.js';
import { CLEAN, makeDataDir } from './gateway.js';
import { openDirectChats, openThreePlatforms, type ThreePlatforms } from './threePlatforms.js';

const MODELS = ['claude-sonnet-4-6', 'openai/gpt-5-mini', 'openai/gpt-5', 'qwen/qwen3-30b', 'local-model'];
const summary = SUMMARY_SECTIONS.map((name) => `## ${name}\nThe harbour plan of May.`).join('\n');

let stage: ThreePlatforms;
beforeAll(async () => {
  stage = await openThreePlatforms(
    { WAGGLE_BUDGET_MODEL: 'local-model', WAGGLE_OWNER: 'telegram:1' },
    { models: MODELS },
  );
}, 60_000);
afterAll(() => stage.close(), 60_000);

/** The model that was asked with these words. */
const askedWith = (words: string) =>
  stage.model.requests.findLast(({ lastUser }) => lastUser.includes(words))?.body.model ?? '';

describe('/model', () => {
  it('shows what there is, is chosen by button and by name, holds, and goes back', { timeout: 90_000 }, async () => {
    stage.model.script(({ lastUser }) => ({ text: `To ${lastUser}: yes.` }));
    await Promise.all(
      openDirectChats(stage, 21).map(async ({ name, say, command, press, see }) => {
        say(`${name} one`);
        await see(`To ${name} one: yes.`);
        expect(askedWith(`${name} one`), name).toBe('local-model');
        command('model');
        await see(/The model here is `?claude-sonnet-4-6`?, the default\.[\s\S]*gpt-5-mini/);
        await press('/model openai/gpt-5-mini');
        await see(/From the next message on `?openai\/gpt-5-mini`? answers you/);
        say(`${name} two`);
        await see(`To ${name} two: yes.`);
        // Also what is short and simple, for which there is a model otherwise.
        expect(askedWith(`${name} two`), name).toBe('openai/gpt-5-mini');
        command('status');
        await see(/Model: `?openai\/gpt-5-mini`?\./);
        command('model gpt5-mini');
        await see(/no model `?gpt5-mini`?; nothing was changed\. Did you mean[\s\S]*openai\/gpt-5-mini/);
        command('model QWEN/qwen3-30b');
        await see(/From the next message on `?qwen\/qwen3-30b`? answers you/);
        command('model off');
        await see(/The model here is `?claude-sonnet-4-6`?, the default\./);
        say(`${name} three`);
        await see(`To ${name} three: yes.`);
        expect(askedWith(`${name} three`), name).toBe('local-model');
      }),
    );
  });

  it('in a group is for its admins, and holds for everybody there', { timeout: 60_000 }, async () => {
    const { telegram } = stage;
    const [owner, bob] = [telegram.user(1, { name: 'Owner' }), telegram.user(22, { name: 'Bob' })];
    const group = telegram.group({ title: 'Ferry' });
    const at = `@${telegram.bot.username}`;
    const reply = (start: string) =>
      group.waitForBotMessage(({ text }) => text.startsWith(start), { timeoutMs: 30_000 });
    group.say(bob, `/model${at} openai/gpt-5`);
    await reply('That command is not for you');
    group.say(owner, `/model${at} openai/gpt-5`);
    await reply('From the next message on openai/gpt-5 answers in this chat');
    group.say(bob, `${at} group question`);
    await reply('To');
    expect(askedWith('group question')).toBe('openai/gpt-5');
  });
});

describe('/stream', () => {
  it('off shows the answer once and whole, with a sign of work meanwhile', { timeout: 90_000 }, async () => {
    const answer = (name: string, n: number) =>
      `${name} reads part ${n}a of the answer here. And this is how part ${n}b of it ends.`;
    const gates = new Map<string, ReturnType<typeof createGate>>();
    stage.model.script(({ lastUser }) => {
      const [name = '', n = '0'] = lastUser.split(' ');
      const gate = createGate();
      gates.set(lastUser, gate);
      return { text: answer(name, Number(n)), chunkChars: 50, pauses: [{ afterChunks: 1, until: gate.opened }] };
    });
    const open = async (
      words: string,
      { waitFor }: { waitFor: (isTrue: () => boolean, what: string) => Promise<unknown> },
    ) => {
      await waitFor(() => gates.has(words), words);
      gates.get(words)?.open();
    };
    await Promise.all(
      openDirectChats(stage, 23).map(async (chat) => {
        const { name, say, command, press, see, texts, callsWith } = chat;
        command('stream');
        await see('Answers show while I write them.');
        say(`${name} 1`);
        await see(`${name} reads part 1a`);
        expect(texts().at(-1)).not.toContain('part 1b');
        await open(`${name} 1`, chat);
        await see('part 1b of it ends.');
        expect(callsWith(`${name} reads part 1a`), name).toBeGreaterThan(1);
        command('stream off');
        await see('Answers show once they are finished.');
        const signs = () => (name === 'Slack' ? stage.slack.callsOf('reactions.add').length : callsWith('Thinking'));
        const before = signs();
        say(`${name} 2`);
        await chat.waitFor(() => gates.has(`${name} 2`), 'the model asked');
        // Four seconds without a word: then a notice says that work goes on; in Slack's direct chats a reaction does.
        await chat.waitFor(() => signs() > before, 'a sign of work');
        expect(texts().join('\n')).not.toContain('part 2a');
        await open(`${name} 2`, chat);
        await see('part 2b of it ends.');
        expect(texts().at(-1), name).toContain(answer(name, 2));
        expect(callsWith(`${name} reads part 2a`), name).toBe(1);
        command('stream');
        await see('Answers show once they are finished.');
        await press('/stream on');
        await see('Answers show while I write them.');
      }),
    );
  });
});

describe('/compact', () => {
  const LONG = 'water and stone '.repeat(40);
  const script = (isBroken: () => boolean) => {
    stage.model.script(({ system, lastUser }) => {
      if (system.startsWith('A long conversation')) return { text: 'done' };
      if (system.startsWith('You summarise')) return { text: isBroken() ? 'Sure!' : summary };
      return { text: `To ${lastUser.slice(0, 12)}: ${LONG}` };
    });
  };
  const asksFor = (start: string) => stage.model.requests.filter(({ system }) => system.startsWith(start)).length;

  it('says what became of the conversation, and that nothing did', { timeout: 90_000 }, async () => {
    stage.model.forget();
    let broken = true;
    script(() => broken);
    const chats = openDirectChats(stage, 24);
    await Promise.all(
      chats.map(async ({ name, say, command, see }) => {
        command('compact');
        await see('There is nothing to sum up yet: 0 lines');
        for (const n of [1, 2, 3, 4]) {
          say(`${name} ${n} ${LONG}`);
          await see(`To ${name} ${n}`);
        }
        command('compact');
        await see('That did not work, and the conversation is unchanged. The model did not write a usable summary.');
      }),
    );
    broken = false;
    await Promise.all(
      chats.map(async ({ name, say, command, see }) => {
        command('compact');
        await see(/is summed up: 8 lines \(about [\d,]+ tokens\) became 5 \(about [\d,]+\)/);
        say(`${name} and now?`);
        await see(`To ${name} and`);
        const asked = stage.model.requests.findLast(({ lastUser }) => lastUser.includes(`${name} and now?`));
        const given = JSON.stringify(asked?.body.messages);
        expect(given, name).toContain('The harbour plan of May.');
        expect(given, name).not.toContain(`${name} 1 water`);
        expect(given, name).toContain(`${name} 4 water`);
      }),
    );
    expect(asksFor('A long conversation'), 'memory is saved before each').toBe(6);
  });

  it('is ended by /stop, and leaves everything as it was', { timeout: 60_000 }, async () => {
    const gate = createGate();
    stage.model.script(({ system, lastUser }) =>
      system.startsWith('A long conversation')
        ? { text: 'done', hold: gate.opened }
        : { text: `To ${lastUser.slice(0, 10)}: ${LONG}` },
    );
    stage.model.forget();
    const [chat] = openDirectChats(stage, 25);
    if (chat === undefined) throw new Error('no chat');
    for (const n of [1, 2, 3, 4]) {
      chat.say(`stop ${n} ${LONG}`);
      await chat.see(`To stop ${n}`);
    }
    chat.command('compact');
    await chat.waitFor(() => asksFor('A long conversation') === 1, 'the model asked');
    chat.command('stop');
    await chat.see('Stopped.');
    gate.open();
    chat.say('stop still there?');
    await chat.see('To stop still');
    const asked = stage.model.requests.findLast(({ lastUser }) => lastUser.includes('stop still there?'));
    expect(JSON.stringify(asked?.body.messages)).toContain('stop 1 water');
  });
});

describe('over HTTP', () => {
  const ask = async (message: string) => {
    const response = await fetch(`${await stage.gateway.url()}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ message, conversation: 'settings' }),
    });
    const events = (await response.text()).split('\n\n').flatMap((block) => {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      const event = name === undefined || data === undefined ? null : parseChatEvent(name, data);
      return event === null ? [] : [event];
    });
    const deltas = events.flatMap((event) => (event.name === 'delta' ? [event.data.text] : []));
    const final = events.flatMap((event) => (event.name === 'final' ? [event.data.text] : [])).at(-1) ?? '';
    return { deltas, final };
  };

  it('the settings hold too', { timeout: 60_000 }, async () => {
    const text = 'The first sentence is here. And here is the second one.';
    stage.model.script(() => ({ text, chunkChars: 8 }));
    expect((await ask('/model')).final).toMatch(/`claude-sonnet-4-6`, the default[\s\S]*`\/model openai\/gpt-5`/);
    await ask('/model openai/gpt-5');
    expect((await ask('http question')).deltas.length).toBeGreaterThan(1);
    expect(askedWith('http question')).toBe('openai/gpt-5');
    await ask('/stream off');
    expect(await ask('another question')).toEqual({ deltas: [text], final: text });
    expect((await ask('/compact')).final).toMatch(/^There is nothing to sum up yet: 4 lines/);
  });
});

describeAtTerminal('at the terminal', () => {
  it('with the demo model there is nothing to choose and nothing that could sum up', { timeout: 60_000 }, async () => {
    const home = makeDataDir();
    const env = { ...CLEAN, WAGGLE_HTTP_PORT: '0', WAGGLE_DATA_DIR: home.dataDir };
    const terminal = startAtTerminal('../../bin/waggle.js', import.meta.url, ['start'], env);
    try {
      await terminal.waitFor(/> $/);
      terminal.type('/model\r');
      await terminal.waitFor(/The demo model answers here, and there is no other\./);
      await terminal.waitFor(/> $/);
      terminal.type('/stream off\r');
      await terminal.waitFor(/Answers show once they are finished\./);
      await terminal.waitFor(/> $/);
      terminal.type('hello there\r');
      await terminal.waitFor(/> $/);
      terminal.type('/compact\r');
      await terminal.waitFor(/No model is set up yet|not.*configured|LITELLM_URL/i);
    } finally {
      await terminal.stop();
      home.remove();
    }
  });
});
