/** A tool call of a scripted reply. */
export interface ScriptedToolCall {
  name: string;
  /** An object is sent as JSON; a string is sent as it is, so that broken JSON can be tried. */
  arguments: Record<string, unknown> | string;
  /** Default `call_<request>_<index>`. */
  id?: string;
}

/** Token counts as the endpoint reports them. */
export interface ScriptedUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens?: number;
}

/**
 * How the fragments of tool calls are spread over SSE events. `split`: id and name first, then argument fragments, all with
 * their index (OpenAI). `whole`: one event a call. `interleaved`: fragments of all calls in turn, told apart by index.
 * `no-index`: fragments follow each other, only the first of a call has its id. `id-only`: each fragment has the id, none an
 * index. `same-index`: whole calls that all claim index 0, told apart by id.
 */
export type ToolCallStyle = 'split' | 'whole' | 'interleaved' | 'no-index' | 'id-only' | 'same-index';

/** How the event stream looks on the wire. All of these are legal or seen in the field. */
export interface WireStyle {
  /** Default `\n`. */
  lineEnd?: '\n' | '\r\n' | '\r';
  /** `data: {` (default) or `data:{`. */
  space?: boolean;
  /** Whether the last event ends with a blank line. Default true. */
  lastBlankLine?: boolean;
  /** Whether `[DONE]` is sent at the end. Default true. */
  done?: boolean;
  /** Write in pieces of this many bytes, each in its own turn of the event loop: 1 splits every multi-byte character. */
  splitBytes?: number;
  /** A comment line (`: keep-alive`) before each event. */
  comments?: boolean;
  /** Lines that are no event fields and events whose data is no JSON, before each event. */
  garbage?: boolean;
  /** A byte order mark before the first event. */
  byteOrderMark?: boolean;
  /** Usage on an event with empty `choices` (default, as OpenAI does) or on the event with the finish reason. */
  usageOn?: 'own-event' | 'finish-event';
}

/** What goes wrong with a reply. `afterChunks` counts events with text, reasoning or tool calls; 0 is after the headers. */
export type ModelFault =
  /** An HTTP error; `body` replaces the usual error object. */
  | { kind: 'status'; status: number; message?: string; retryAfter?: number | string; body?: string }
  /** The connection is reset before any header is sent. */
  | { kind: 'drop-before-headers' }
  /** Nothing is answered, not even headers, until the client gives up. */
  | { kind: 'hang-before-headers' }
  /** The connection breaks within the body: a reset, or an end of the socket without the end of the body. */
  | { kind: 'drop'; afterChunks: number; how?: 'reset' | 'end' }
  /** The body ends properly but too early: no finish reason, no `[DONE]`. */
  | { kind: 'close'; afterChunks: number }
  /** Silence until the client gives up. */
  | { kind: 'hang'; afterChunks: number }
  /** An `{"error": ...}` event, then the end of the stream. */
  | { kind: 'error-event'; afterChunks: number; message?: string; code?: string | number }
  /** The answer (or one event of the stream) is no JSON. */
  | { kind: 'malformed-json' }
  /** The answer has no `choices`. */
  | { kind: 'no-choices' }
  /** Status 200 with a page instead of an answer. */
  | { kind: 'html' };

/** A place in the stream where it waits for the test. */
export interface ModelPause {
  /** Events with text, reasoning or tool calls that are sent before. */
  afterChunks: number;
  until: Promise<unknown>;
}

/** One scripted answer of the model. Everything left out has the default of a healthy OpenAI-compatible endpoint. */
export interface ModelReply {
  text?: string;
  /** The exact text of each event; replaces `text` and `chunkChars`. */
  chunks?: string[];
  /** Characters (code points) of text in one event. Default 8. */
  chunkChars?: number;
  reasoning?: string;
  toolCalls?: ScriptedToolCall[];
  toolCallStyle?: ToolCallStyle;
  /** Default by content; null leaves it out. */
  finish?: 'stop' | 'tool_calls' | 'length' | 'content_filter' | null;
  /** Default: counted roughly, sent when the request asks for it (`stream_options.include_usage`); null: never sent. */
  usage?: ScriptedUsage | null;
  /** Milliseconds between the headers and the first event with content. */
  firstDelayMs?: number;
  /** Milliseconds before each further event with content. */
  delayMs?: number;
  /** Nothing is answered, not even headers, before this resolves. */
  hold?: Promise<unknown>;
  pauses?: ModelPause[];
  /** `x-litellm-response-cost`. */
  costUsd?: number;
  headers?: Record<string, string>;
  wire?: WireStyle;
  fault?: ModelFault;
}
