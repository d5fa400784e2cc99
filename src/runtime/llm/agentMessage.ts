/** A tool call inside an assistant message, in the wire's own shape. */
export interface AgentToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A picture that a message shows. */
export interface AgentImage {
  /** A data URL. */
  readonly url: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A message of the conversation as the endpoint is given it (contract: agent runtime 3.2). */
export interface AgentMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  /** Text that follows the content in this turn only: the context block. It is no field of the wire. */
  readonly context?: string;
  /** What the content speaks of, in this turn only. No field of the wire: there they are parts of the content. */
  readonly images?: readonly AgentImage[];
  readonly tool_calls?: readonly AgentToolCall[];
  readonly tool_call_id?: string;
}

/** A tool as the endpoint is told of it. `parameters` is JSON Schema of type `object`. */
export interface ToolSchema {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}
