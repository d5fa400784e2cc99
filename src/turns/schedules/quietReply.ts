import { isEndOfTurn, type TurnEventBody } from '../../core/events.js';
import type { ReplyStream } from '../../reply/replyStream.js';

/** What a run shows of itself only once it is over: its end holds all text again. */
const KEPT_BACK: ReadonlySet<TurnEventBody['type']> = new Set([
  'started',
  'text',
  'segmentEnd',
  'reset',
  'toolStart',
  'toolEnd',
  'notice',
  'gate',
]);

/**
 * The reply of a run that nobody waits for: no typing, no notice, no half of an answer. The stream is opened when there is something
 * to show, and never where `show` says that there is nothing.
 *
 * @param show what the chat sees of the end; null: nothing
 */
export function openQuietReply(
  open: () => ReplyStream,
  show: (end: TurnEventBody, hasFiles: boolean) => TurnEventBody | null,
): ReplyStream {
  const files: TurnEventBody[] = [];
  let stream: ReplyStream | null = null;
  let isOver = false;
  let finish: (report: Awaited<ReplyStream['done']> | ReplyStream['done']) => void = () => {};
  const done: ReplyStream['done'] = new Promise((resolve) => {
    finish = resolve;
  });

  const opened = (): ReplyStream => {
    if (stream !== null) return stream;
    stream = open();
    finish(stream.done);
    for (const file of files) stream.push(file);
    return stream;
  };

  const end = (event: TurnEventBody) => {
    isOver = true;
    const shown = show(event, files.length > 0);
    if (shown !== null) opened().push(shown);
    else if (stream === null) finish({ kind: 'delivered' });
    else stream.push({ type: 'stopped', text: '' });
  };

  return {
    push: (event) => {
      if (isOver) return;
      if (isEndOfTurn(event)) end(event);
      else if (stream !== null) stream.push(event);
      else if (event.type === 'file') files.push(event);
      else if (!KEPT_BACK.has(event.type)) opened().push(event);
    },
    done,
    abort: (forGood) => {
      if (stream !== null) stream.abort(forGood);
      else {
        isOver = true;
        finish({ kind: 'aborted' });
      }
    },
  };
}
