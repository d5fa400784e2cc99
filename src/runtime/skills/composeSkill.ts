import { stringify } from 'yaml';
import { splitFrontMatter } from '../frontMatter.js';

/** What a skill is made of when nobody gave a whole SKILL.md. */
export interface SkillParts {
  readonly name: string;
  readonly description?: string | undefined;
  readonly triggers?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly steps?: readonly string[] | undefined;
  /** A whole SKILL.md, which wins over everything else, or what it is to tell. */
  readonly content?: string | undefined;
}

/** The text of a SKILL.md. */
export function composeSkill(parts: SkillParts): string {
  const { name, description, triggers, tags, category, content = '' } = parts;
  if (splitFrontMatter(content) !== null) return `${content.trimEnd()}\n`;
  const head = stringify(
    {
      name,
      ...(description === undefined ? {} : { description }),
      ...(category === undefined ? {} : { category }),
      ...(triggers === undefined || triggers.length === 0 ? {} : { triggers }),
      ...(tags === undefined || tags.length === 0 ? {} : { tags }),
    },
    { lineWidth: 0 },
  );
  return `---\n${head}---\n${[...bodyOf(parts)].join('\n\n')}\n`;
}

/** Sections of generated skills (spec runtime 7.14). */
function* bodyOf({ name, description, triggers = [], steps = [], tools = [], content }: SkillParts): Generator<string> {
  const own = content?.trim() ?? '';
  if (!own.startsWith('# ')) yield `# ${name}`;
  if (own !== '') yield own;
  else if (description !== undefined) yield description;
  if (own === '' && triggers.length > 0) yield `## When to Use\n${list(triggers)}`;
  if (steps.length > 0) yield `## Steps\n${steps.map((step, i) => `${i + 1}. ${step.trim()}`).join('\n')}`;
  if (tools.length > 0) yield `## Tools Used\n${list(tools)}`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
