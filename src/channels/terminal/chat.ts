import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { AnswerView, RenderMarkdown } from './answerView.js';
import { answerTo, type QuestionData } from './askedQuestion.js';
import { type ChatClient, createChatClient } from './chatClient.js';
import { completeLine } from './completer.js';
import { type InputHistory, openHistory } from './history.js';
import { type KeyInput, openLineEditor } from './lineEditor.js';
import { createPlainAnswer } from './plainAnswer.js';
import { createStyledAnswer } from './styledAnswer.js';
import { createTint, type Tint } from './terminalText.js';

const PROMPT = '> ';
const DEFAULT_WIDTH = 80;
const LEAVE = new Set(['/exit', '/quit']);

export type TerminalOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface TerminalChatOptions {
  /** The gateway's base URL. */
  readonly baseUrl: string;
  /** Its bearer token; without one only a gateway on this machine answers. */
  readonly token?: string | undefined;
  readonly input: KeyInput;
  readonly output: TerminalOutput;
  readonly clock: Clock;
  /** Where typed lines are kept over sessions. */
  readonly historyFile: string;
  /** Conversation id: the same one goes on where it was. */
  readonly conversation: string;
  readonly render: RenderMarkdown;
  /** Whether colours may be used where the output is a terminal; default true. */
  readonly colour?: boolean;
  /** Ends the chat from outside (the process is asked to end). */
  readonly signal?: AbortSignal;
}

/**
 * `waggle chat`: asks for lines and shows their answers until the person leaves (Ctrl-D, `/exit`, Ctrl-C twice). Ctrl-C stops
 * a running turn. Where input or output is no terminal: one message a line, answers as plain text, until the input ends.
 */
export async function runTerminalChat(options: TerminalChatOptions): Promise<void> {
  const client = createChatClient(options);
  const isInteractive = options.input.isTTY === true && options.output.isTTY === true;
  if (isInteractive) await converse(client, options);
  else await readThrough(client, options);
}

async function converse(client: ChatClient, options: TerminalChatOptions): Promise<void> {
  const { input, output, signal } = options;
  const colour = options.colour ?? true;
  const tint = createTint(colour);
  const history = await openHistoryOrSay(options, tint);
  const width = () => output.columns ?? DEFAULT_WIDTH;
  let running: RunningAnswer | null = null;

  const leave = () => {
    running?.leave();
    editor.leave();
  };
  const editor = openLineEditor({
    input,
    output,
    prompt: PROMPT,
    history: history?.entries ?? [],
    complete: async (line) => completeLine(line, await client.commands()),
    onInterrupt: (isSecond) => {
      if (isSecond) leave();
      else if (running !== null) running.stop();
      else if (!editor.isEmpty()) editor.clear();
      else {
        output.write(`\n${tint.dim('Ctrl-C again, or Ctrl-D, leaves.')}\n`);
        editor.redraw();
      }
    },
  });
  signal?.addEventListener('abort', leave, { once: true });
  if (signal?.aborted) leave();
  output.write(`${tint.dim(`Waggle at ${options.baseUrl}. Ctrl-C stops an answer, Ctrl-D leaves.`)}\n`);
  try {
    for (let line = await editor.ask(); line !== null; line = await editor.ask()) {
      const message = line.trim();
      if (LEAVE.has(message)) break;
      if (message === '') continue;
      await history?.add(message);
      const openView = () => createStyledAnswer({ output, width, colour, render: options.render });
      running = runAnswer(client, message, openView(), {
        ask: () => editor.ask(),
        withdraw: () => editor.withdraw(),
        hint: (text) => output.write(`${tint.dim(text)}\n`),
        openView,
      });
      await running.over;
      running = null;
      output.write('\n');
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    editor.close();
    output.write('\n');
  }
}

async function readThrough(client: ChatClient, { input, output, signal }: TerminalChatOptions): Promise<void> {
  const lines = createInterface({ input, terminal: false, ...(signal === undefined ? {} : { signal }) });
  const incoming = lines[Symbol.asyncIterator]();
  const read = async () => {
    const next = await incoming.next();
    return next.done === true ? null : next.value;
  };
  for (let line = await read(); line !== null; line = await read()) {
    const message = line.trim();
    if (LEAVE.has(message)) break;
    if (message === '') continue;
    const openView = () => createPlainAnswer(output);
    const running = runAnswer(client, message, openView(), {
      ask: read,
      withdraw: () => {},
      hint: (text) => output.write(`${text}\n`),
      openView,
    });
    const leave = () => running.leave();
    signal?.addEventListener('abort', leave, { once: true });
    await running.over;
    signal?.removeEventListener('abort', leave);
  }
  lines.close();
}

interface RunningAnswer {
  readonly over: Promise<void>;
  /** Asks the gateway to stop the turn; its stream then says so. */
  stop(): void;
  /** Stops listening; the turn goes on. */
  leave(): void;
}

/** How a turn's questions reach the person. */
interface Person {
  /** The next line; null: the person has left. */
  ask(): Promise<string | null>;
  /** The answer is not needed any more. */
  withdraw(): void;
  hint(text: string): void;
  /** For what is said to a command meanwhile. */
  openView(): AnswerView;
}

const HOW_TO_DECIDE = 'The answer is y or n; Ctrl-C stops the turn.';

/**
 * Asks the person until something was sent that may decide the question. Ends early when the signal aborts: it was decided elsewhere,
 * or its time is over.
 */
async function askThePerson(
  question: QuestionData,
  {
    client,
    person,
    decided,
    left,
  }: { client: ChatClient; person: Person; decided: AbortSignal; left: AbortController },
): Promise<void> {
  while (!decided.aborted) {
    const typed = await person.ask();
    const line = typed?.trim() ?? null;
    if (line === null || LEAVE.has(line)) {
      left.abort();
      return;
    }
    if (line === '' || decided.aborted) continue;
    const sent = answerTo(question, line);
    if (sent === null) {
      person.hint(HOW_TO_DECIDE);
      continue;
    }
    const isWords = !/^[/!]/.test(sent);
    const view = person.openView();
    // What follows an answer in words is the turn itself, which is followed already.
    for await (const event of client.send(sent, AbortSignal.any([left.signal, decided]))) {
      if (isWords && event.name === 'turn') break;
      view.apply(event);
    }
    view.end();
    if (isWords || /^[/!](?:approve|deny|choose|stop)\b/i.test(sent)) return;
  }
}

function runAnswer(client: ChatClient, message: string, view: AnswerView, person: Person): RunningAnswer {
  const left = new AbortController();
  let turn: string | null = null;
  let stopping: Promise<void> | null = null;

  const showError = (thrown: unknown) => {
    const { code, sentence } = toWaggleError(thrown);
    view.apply({ name: 'error', data: { code, message: sentence } });
  };
  const follow = async () => {
    try {
      let asking: { readonly over: Promise<void>; readonly decided: AbortController } | null = null;
      const endAsking = async () => {
        if (asking === null) return;
        asking.decided.abort();
        person.withdraw();
        await asking.over;
        asking = null;
      };
      for await (const event of client.send(message, left.signal)) {
        if (event.name === 'turn') turn = event.data.turn;
        if (event.name !== 'waiting') await endAsking();
        view.apply(event);
        if (event.name !== 'question') continue;
        view.end();
        const decided = new AbortController();
        const over = askThePerson(event.data, { client, person, decided: decided.signal, left }).catch(showError);
        asking = { over, decided };
      }
      await endAsking();
    } catch (error) {
      showError(error);
    }
    if (!left.signal.aborted) await stopping;
    view.end();
  };
  return {
    over: follow(),
    stop: () => {
      view.status('Stopping ...');
      stopping ??= client.stop(turn).catch(showError);
    },
    leave: () => left.abort(),
  };
}

async function openHistoryOrSay(
  { historyFile, output }: TerminalChatOptions,
  tint: Tint,
): Promise<InputHistory | null> {
  try {
    return await openHistory(historyFile);
  } catch (error) {
    const { message } = toWaggleError(error);
    output.write(`${tint.dim(`What you type is not remembered: ${message}`)}\n`);
    return null;
  }
}
