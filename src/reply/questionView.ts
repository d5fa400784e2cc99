import type { Code, Root, RootContent } from 'mdast';
import type { Choice } from '../core/choice.js';
import type { ShownQuestion } from '../core/events.js';
import type { Egress, Rendered } from '../core/ports/egress.js';
import type { Question } from '../core/question.js';
import { endOf, shownArguments } from '../core/questionText.js';
import type { Wording } from '../core/wording.js';
import { parseMarkdown } from './markdown/parse.js';

/** How much of a call is shown, largest first: the first that fits into one message. Characters and lines. */
const CALL_SIZES = [
  { chars: 1200, lines: 12 },
  { chars: 500, lines: 8 },
  { chars: 150, lines: 4 },
] as const;

/** Whether a chat shows the whole call; else it gets it as a file too. */
export function isShownWhole(text: string): boolean {
  return cut(shownArguments(text), CALL_SIZES[0]) === null;
}

/** A question that is open, as one message with its buttons. */
export function openQuestion(
  question: ShownQuestion,
  wording: Wording,
  egress: Pick<Egress, 'render' | 'limits'>,
): { readonly rendered: Rendered; readonly choices: readonly Choice[] } {
  const { id, kind, options, askedAt, expiresAt } = question;
  const n = String(Math.max(1, Math.round((expiresAt - askedAt) / 60_000)));
  const how = wording.text(kind === 'approval' ? 'approval-how' : 'question-how', { id, n });
  const rendered = fitting(question, (call) => [...call, ...parseMarkdown(how).children], wording, egress);
  return { rendered, choices: choicesOf(kind, id, options, wording) };
}

/** A question that takes no answer any more: the same words, and what became of it. */
export function closedQuestion(
  question: Question,
  wording: Wording,
  egress: Pick<Egress, 'render' | 'limits'>,
): Rendered {
  const end = parseMarkdown(`*${endOf(question, wording)}*`).children;
  return fitting(question, (call) => [...call, ...end], wording, egress);
}

function choicesOf(
  kind: Question['kind'],
  id: string,
  options: readonly string[],
  wording: Wording,
): readonly Choice[] {
  if (kind === 'question') return options.map((label, i) => ({ label, command: `/choose ${id} ${i + 1}` }));
  return [
    { label: wording.text('approval-yes', {}), command: `/approve ${id}` },
    { label: wording.text('approval-no', {}), command: `/deny ${id}` },
  ];
}

type Asked = Pick<Question, 'kind' | 'tool' | 'arguments' | 'text'>;

/** The message with as much of the call as it has room for. */
function fitting(
  question: Asked,
  around: (call: readonly RootContent[]) => RootContent[],
  wording: Wording,
  { render, limits }: Pick<Egress, 'render' | 'limits'>,
): Rendered {
  const fits = ({ units, parts, plain }: Rendered) =>
    units <= limits.maxUnits &&
    parts <= limits.maxParts &&
    (limits.maxLines === null || plain.split('\n').length <= limits.maxLines);
  let rendered: Rendered | null = null;
  for (const size of CALL_SIZES) {
    rendered = render({ type: 'root', children: around(asked(question, size, wording)) });
    if (fits(rendered)) return rendered;
  }
  return rendered ?? render({ type: 'root', children: [] } satisfies Root);
}

function asked(question: Asked, size: (typeof CALL_SIZES)[number], wording: Wording): readonly RootContent[] {
  if (question.kind === 'question') {
    const text = cut(question.text, size) ?? question.text;
    return parseMarkdown(text).children;
  }
  const head = parseMarkdown(wording.text('approval-ask', { tool: question.tool })).children;
  const whole = shownArguments(question.arguments);
  const short = cut(whole, size);
  const code: Code = { type: 'code', lang: 'json', value: short ?? whole };
  const note = short === null ? [] : parseMarkdown(wording.text('approval-cut', {})).children;
  return [...head, code, ...note];
}

/** A text's beginning within these bounds; null: it is within them. */
function cut(text: string, { chars, lines }: { readonly chars: number; readonly lines: number }): string | null {
  const head = text.split('\n').slice(0, lines).join('\n').slice(0, chars);
  return head === text ? null : `${head.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
