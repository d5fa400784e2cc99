import { GUIDANCE, MISSING_CONTEXT, TOOL_USE_ENFORCEMENT, VERIFICATION } from './texts/guidanceTexts.js';

/** The blocks about tool use that fit the tools on offer. */
export function buildGuidance(tools: readonly string[]): string {
  const fitting = GUIDANCE.filter(({ anyOf }) => anyOf.some((name) => tools.includes(name)));
  return [
    '# Working with tools',
    TOOL_USE_ENFORCEMENT,
    ...fitting.map(({ text }) => text),
    MISSING_CONTEXT,
    VERIFICATION,
  ].join('\n');
}
