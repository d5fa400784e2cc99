import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';

/** Of the block between the `---` lines, in characters. */
const MAX_HEAD_CHARS = 8_000;
/** Aliases that a block may use: enough for people, too few for a bomb. */
const MAX_ALIASES = 20;

const fieldsSchema = z.record(z.string(), z.unknown());

/** A text with YAML front matter, taken apart. */
export interface FrontMatter {
  /** All fields as YAML gives them, known or not; none where the text has no front matter. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What follows the block; the whole text where there is none. */
  readonly body: string;
}

export type FrontMatterReading =
  | ({ readonly ok: true } & FrontMatter)
  /** `problem` is one sentence for whoever wrote the text. */
  | { readonly ok: false; readonly problem: string };

/** The block between two `---` lines, the first of which begins the text; null without one. A block without an end is none. */
export function splitFrontMatter(text: string): { readonly head: string; readonly body: string } | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const isFence = (line: string | undefined) => line !== undefined && /^---[ \t]*$/.test(line);
  if (!isFence(lines[0])) return null;
  const end = lines.findIndex((line, i) => i > 0 && isFence(line));
  if (end === -1) return null;
  return { head: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') };
}

/** Reads a text with front matter. One without reads as all body. */
export function readFrontMatter(text: string): FrontMatterReading {
  const split = splitFrontMatter(text);
  if (split === null) return { ok: true, fields: {}, body: text };
  const { head, body } = split;
  if (head.length > MAX_HEAD_CHARS) {
    return { ok: false, problem: `the front matter is longer than ${MAX_HEAD_CHARS} characters` };
  }
  try {
    const fields = fieldsSchema.safeParse(readYaml(head) ?? {});
    if (fields.success) return { ok: true, fields: fields.data, body };
    return { ok: false, problem: 'the front matter is not a list of "field: value" lines' };
  } catch (error) {
    return { ok: false, problem: `the front matter is not YAML: ${firstLine(error)}` };
  }
}

/** Many files in the wild hold `description: Use it when: ...`, which strict YAML refuses: such values are then read as text. */
function readYaml(head: string): unknown {
  const options = { schema: 'core', maxAliasCount: MAX_ALIASES } as const;
  try {
    return parse(head, options);
  } catch (error) {
    const quoted = quotePlainValues(head);
    if (quoted === head || !(error instanceof YAMLParseError)) throw error;
    return parse(quoted, options);
  }
}

function quotePlainValues(head: string): string {
  return head.replace(/^([\w-]+):[ \t]+(?!["'[{|>&*!])(.*: .*)$/gm, (_, key: string, value: string) => {
    return `${key}: ${JSON.stringify(value.trim())}`;
  });
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').replace(/:$/, '').slice(0, 200);
}
