import type { AgentMessage, ToolSchema } from '../llm/agentMessage.js';
import { CALL_END, CALL_START } from './textToolSyntax.js';

/** How the conversation looks to a model that has no native tool calls. */

function instructions(tools: readonly ToolSchema[]): string {
  const list = tools.map(({ function: { name, description, parameters } }) => {
    const lines = description.replace(/\s+/g, ' ').trim();
    return `- ${name}: ${lines} Arguments: ${JSON.stringify(parameters)}`;
  });
  return [
    '# Tools',
    'To use a tool, write a block of exactly this form, and nothing after it:',
    `${CALL_START}{"name":"tool_name","arguments":{}}${CALL_END}`,
    'You then get its result. Several blocks may follow each other. People never see the blocks. Tools:',
    ...list,
  ].join('\n');
}

function callText(message: AgentMessage): string {
  const blocks = (message.tool_calls ?? []).map(({ function: { name, arguments: args } }) => {
    return `${CALL_START}{"name":${JSON.stringify(name)},"arguments":${args}}${CALL_END}`;
  });
  return [message.content ?? '', ...blocks].filter((part) => part !== '').join('\n');
}

/** Marks of calls within foreign text are spelled apart: a model that repeats the text makes no call of it. */
function defused(text: string): string {
  return text.replaceAll(CALL_START, '<< <TOOL>>>').replaceAll(CALL_END, '<< <END>>>');
}

/**
 * The messages without native tool calls: calls as the blocks that the model wrote, the results of a round as one message
 * of the user, and the tools explained at the end of the system message.
 */
export function toTextToolMessages(messages: readonly AgentMessage[], tools: readonly ToolSchema[]): AgentMessage[] {
  const names = new Map<string, string>();
  const converted: AgentMessage[] = [];
  let results: string[] = [];
  const flush = () => {
    if (results.length > 0) converted.push({ role: 'user', content: ['Tool results:', ...results].join('\n\n') });
    results = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      const name = names.get(message.tool_call_id ?? '') ?? 'tool';
      results.push(`[${name}]\n${defused(message.content ?? '')}`);
      continue;
    }
    flush();
    for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
    if (message.role === 'assistant') converted.push({ role: 'assistant', content: callText(message) });
    else if (message.role === 'system' && tools.length > 0) {
      converted.push({ role: 'system', content: `${message.content ?? ''}\n\n${instructions(tools)}` });
    } else converted.push({ ...message, content: defused(message.content ?? '') });
  }
  flush();
  return converted;
}
