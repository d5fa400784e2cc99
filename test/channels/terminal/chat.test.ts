import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runTerminalChat, type TerminalChatOptions } from '../../../src/channels/terminal/chat.js';
import { systemClock } from '../../../src/core/clock.js';
import { type ChatGateway, type Script, startChatGateway, TOKEN } from '../http/chatGateway.js';
import { gate } from '../http/gate.js';
import { createScreen, renderNames, type Screen } from './screen.js';

const opened: ChatGateway[] = [];
afterEach(async () => {
  for (const gateway of opened.splice(0)) await gateway.close();
});

interface Session {
  readonly gateway: ChatGateway;
  readonly screen: Screen;
  readonly over: Promise<void>;
}

async function start(script: Script): Promise<ChatGateway> {
  const gateway = await startChatGateway({ script });
  opened.push(gateway);
  return gateway;
}

function chat(gateway: ChatGateway, isTty: boolean, more: Partial<TerminalChatOptions> = {}): Session {
  const screen = createScreen({ isTty });
  const over = runTerminalChat({
    baseUrl: gateway.url,
    token: TOKEN,
    input: screen.input,
    output: screen.output,
    clock: systemClock,
    historyFile: join(gateway.dataDir, 'chat-history'),
    conversation: 'terminal',
    render: renderNames,
    ...more,
  });
  return { gateway, screen, over };
}

const echo: Script = ({ text, answer }) => answer(`you said ${JSON.stringify(text)}`);

describe('the chat on a terminal', () => {
  it('asks, answers in formatted blocks, and leaves on Ctrl-D with the terminal as it was', async () => {
    const { screen, over, gateway } = chat(
      await start(({ say, answer }) => {
        say('# Hi\n\nthere');
        answer('# Hi\n\nthere');
      }),
      true,
    );
    await screen.waitFor('> ');
    expect(screen.isRaw()).toBe(true);
    screen.type('hello\r');
    await screen.waitFor('<heading Hi>');
    await screen.waitFor('<paragraph there>');
    await screen.waitFor('> ');
    screen.type('\x04');
    await over;
    expect(screen.isRaw()).toBe(false);
    expect(screen.raw()).toContain('\x1b[?2004h');
    expect(screen.raw().lastIndexOf('\x1b[?2004l')).toBeGreaterThan(screen.raw().lastIndexOf('\x1b[?2004h'));
    expect(gateway.accepted[0]).toMatchObject({
      address: { platform: 'http', chat: 'terminal' },
      sender: { user: 'owner', verifiedBy: 'token' },
    });
  });

  it('takes pasted lines as one message', async () => {
    const { screen, over, gateway } = chat(await start(echo), true);
    await screen.waitFor('> ');
    screen.type('\x1b[200~line one\r\n\tline two\nline three\x1b[201~');
    screen.type(' and more\r');
    await screen.waitFor('you said');
    expect(gateway.accepted.map(({ parts }) => parts)).toEqual([
      [{ type: 'text', text: 'line one\n    line two\nline three and more' }],
    ]);
    await screen.waitFor('> ');
    screen.type('/exit\r');
    await over;
  });

  it('remembers what was typed, in this session and the next', async () => {
    const gateway = await start(echo);
    const first = chat(gateway, true);
    await first.screen.waitFor('> ');
    first.screen.type('the first\r');
    await first.screen.waitFor('you said');
    await first.screen.waitFor('> ');
    first.screen.type('\x1b[A');
    first.screen.type('\r');
    await first.screen.waitFor('you said "the first"');
    await first.screen.waitFor('> ');
    first.screen.type('\x04');
    await first.over;
    const second = chat(gateway, true);
    await second.screen.waitFor('> ');
    second.screen.type('\x1b[A again\r');
    await second.screen.waitFor('you said "the first again"');
    second.screen.type('\x04');
    await second.over;
    expect(await readFile(join(gateway.dataDir, 'chat-history'), 'utf8')).toBe('"the first"\n"the first again"\n');
  });

  const endless: Script = async ({ say, signal }) => {
    say('A block.\n\nAnother that is never');
    if (!signal.aborted) await once(signal, 'abort');
  };

  it.each([
    ['with the token', TOKEN],
    ['without', undefined],
  ])('stops a turn on Ctrl-C and asks again (%s)', async (_, token) => {
    const { screen, over } = chat(await start(endless), true, { token });
    await screen.waitFor('> ');
    screen.type('go\r');
    await screen.waitFor('<paragraph A block.>');
    screen.type('\x03');
    await screen.waitFor('<paragraph Another that is never>');
    await screen.waitFor('Stopped.');
    await screen.waitFor('> ');
    screen.type('\x04');
    await over;
  });

  it('leaves on a second Ctrl-C, without waiting for anything', async () => {
    const { open, passed } = gate();
    const { screen, over } = chat(
      await start(async ({ say, answer }) => {
        say('Deaf.\n\nTo stops');
        await passed;
        answer('Deaf.');
      }),
      true,
    );
    await screen.waitFor('> ');
    screen.type('go\r');
    await screen.waitFor('<paragraph Deaf.>');
    screen.type('\x03');
    screen.type('\x03');
    await over;
    expect(screen.isRaw()).toBe(false);
    open();
  });

  it('clears the line on Ctrl-C, then explains, then leaves', async () => {
    const { screen, over, gateway } = chat(await start(echo), true);
    await screen.waitFor('> ');
    screen.type('not this');
    await screen.waitFor('not this');
    screen.type('\x03');
    screen.type('but this\r');
    await screen.waitFor('you said "but this"');
    await screen.waitFor('> ');
    screen.type('\x03');
    await screen.waitFor('Ctrl-C again');
    screen.type('\x03');
    await over;
    expect(gateway.accepted).toHaveLength(1);
  });

  it('keeps what is typed during an answer for the next line', async () => {
    const { open, passed } = gate();
    const { screen, over, gateway } = chat(
      await start(async ({ text, say, answer }) => {
        say('Wait.\n\nFor');
        if (text === 'one') await passed;
        answer('Wait.\n\nFor it.');
      }),
      true,
    );
    await screen.waitFor('> ');
    screen.type('one\r');
    await screen.waitFor('<paragraph Wait.>');
    screen.type('two\rthr');
    expect(screen.text()).not.toContain('two');
    open();
    await screen.waitFor('> two');
    await screen.waitFor('<paragraph For it.>');
    await screen.waitFor('> thr');
    screen.type('ee\r');
    await screen.waitFor('<paragraph For it.>');
    screen.type('\x04');
    await over;
    expect(gateway.accepted.map(({ parts }) => parts[0])).toEqual(
      ['one', 'two', 'three'].map((text) => ({ type: 'text', text })),
    );
  });

  it('resumes when the stream breaks, without loss or doubles', async () => {
    const { open, passed } = gate();
    const { screen, over, gateway } = chat(
      await start(async ({ say, answer }) => {
        say('One.\n\nTwo');
        await passed;
        say('.\n\nThree.');
        answer('One.\n\nTwo.\n\nThree.');
      }),
      true,
    );
    await screen.waitFor('> ');
    screen.type('go\r');
    await screen.waitFor('<paragraph One.>');
    await gateway.closeServer();
    await screen.waitFor('Connection lost');
    await gateway.reopenServer();
    open();
    await screen.waitFor('<paragraph Three.>');
    const blocks = screen.text().match(/<paragraph \w+\.>/g);
    expect(blocks).toEqual(['<paragraph One.>', '<paragraph Two.>', '<paragraph Three.>']);
    expect(gateway.accepted).toHaveLength(1);
    await screen.waitFor('> ');
    screen.type('\x04');
    await over;
  });

  it('says in plain words what is wrong', async () => {
    const gateway = await start(({ emit }) =>
      emit({ type: 'failed', error: { code: 'x', sentence: 'The model is away.' } }),
    );
    const { screen, over } = chat(gateway, true);
    await screen.waitFor('> ');
    screen.type('hi\r');
    await screen.waitFor('The model is away.');
    await screen.waitFor('> ');
    await gateway.closeServer();
    screen.type('hi\r');
    await screen.waitFor(`The gateway at ${gateway.url} cannot be reached.`);
    await screen.waitFor('> ');
    await gateway.reopenServer();
    screen.type('\x04');
    await over;
    const wrong = chat(gateway, true, { token: 'wrong-token-wrong-token' });
    await wrong.screen.waitFor('> ');
    wrong.screen.type('hi\r');
    await wrong.screen.waitFor('WAGGLE_HTTP_TOKEN');
    wrong.screen.type('\x04');
    await wrong.over;
  });

  it('ends when it is told to from outside', async () => {
    const stop = new AbortController();
    const { screen, over } = chat(await start(endless), true, { signal: stop.signal });
    await screen.waitFor('> ');
    screen.type('go\r');
    await screen.waitFor('<paragraph A block.>');
    stop.abort();
    await over;
    expect(screen.isRaw()).toBe(false);
  });
});

describe('the chat without a terminal', () => {
  it('answers line by line in plain text until the input ends', async () => {
    const { screen, over } = chat(
      await start(({ text, emit, say, answer }) => {
        emit({ type: 'notice', key: 'thinking', args: {} });
        say('void');
        emit({ type: 'reset', why: 'retry' });
        answer(`**${text}**`);
      }),
      false,
    );
    screen.type('one\n\ntwo\n');
    screen.input.end('three');
    await over;
    expect(screen.raw()).toBe('**one**\n**two**\n**three**\n');
  });

  it('says what went wrong', async () => {
    const gateway = await start(echo);
    await gateway.closeServer();
    const { screen, over } = chat(gateway, false);
    screen.input.end('hi\n');
    await over;
    expect(screen.raw()).toContain('Error: The gateway at');
    await gateway.reopenServer();
  });
});
