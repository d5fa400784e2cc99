/** Marks that models without native tool calls write into their text (spec runtime 1.4). */
const MARKS = /\[TOOL_CALLS?\]|<\/?tool_calls?\b|<\|?tool_call\|?>|<function=\w|\{\s*tool\s*=>/i;
const FENCED_JSON = /^ {0,3}```(?:json|tool_call|tool)?\s*\n([\s\S]*?)^ {0,3}```\s*$/gim;
const TOOL_KEY = /"tool(?:_name)?"\s*:\s*"([^"]*)"/;
const ARGUMENTS_KEY = /"(?:arguments|args|parameters|input|tool_input)"\s*:/;

/**
 * Whether an answer shows a tool call as text instead of making one: marks outside of code, or a block of JSON that names a
 * tool on offer or has arguments.
 */
export function showsToolMarkup(answer: string, toolsOffered: readonly string[]): boolean {
  for (const [, block = ''] of answer.matchAll(FENCED_JSON)) {
    const name = TOOL_KEY.exec(block)?.[1];
    if (name !== undefined && (toolsOffered.includes(name) || ARGUMENTS_KEY.test(block))) return true;
  }
  const prose = answer
    .replace(/^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return MARKS.test(prose);
}
