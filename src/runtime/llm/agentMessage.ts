/** A tool call inside an assistant message, in the wire's own shape. */
export interface AgentToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of the conversation as the endpoint is given it (contract: agent runtime 3.2). */
export interface AgentMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  /** Text that follows the content in this turn only: the context block. It is no field of the wire. */
  readonly context?: string;
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
