import { z } from 'zod';
import { type Choice, choiceSchema } from '../../core/choice.js';
import type { Offer } from '../tools/offeredChoices.js';
import { defineTool, type ToolContext, type ToolDefinition, type TurnScope } from '../tools/toolDefinition.js';
import { ToolFailure } from '../tools/toolFailure.js';
import type { SkillActions } from './skillActions.js';
import { SKILL_TOOL } from './skillIndex.js';

const OPERATIONS = [
  'create',
  'patch',
  'edit',
  'delete',
  'install_url',
  'import_dir',
  'write_file',
  'remove_file',
] as const;

/** Skills that one call may name. */
const MAX_BULK = 5;

const args = z.object({
  action: z.enum(['list', 'view', 'manage', 'bulk']),
  query: z.string().max(200).describe('list: words').optional(),
  category: z.string().max(60).optional(),
  slug: z.string().max(100).describe('view, manage: name of the skill').optional(),
  file: z.string().max(200).describe("A file of the skill's; import_dir: path in the workspace").optional(),
  part: z.int().min(1).max(20).describe('view: part of a long text').optional(),
  op: z.enum(OPERATIONS).describe('manage').optional(),
  description: z.string().max(1024).describe('create: "Use when the user ..."').optional(),
  content: z.string().max(60_000).describe('create, edit: the skill in Markdown; write_file: the text').optional(),
  steps: z.array(z.string().max(2000)).max(40).describe('create, without content').optional(),
  triggers: z.array(z.string().max(80)).max(12).optional(),
  tags: z.array(z.string().max(40)).max(10).optional(),
  find: z.string().max(5000).describe('patch: passage, once in the skill').optional(),
  replace: z.string().max(10_000).describe('patch').optional(),
  slugs: z.array(z.string().max(100)).min(1).max(MAX_BULK).describe('bulk: skills to delete').optional(),
});
type SkillArgs = z.output<typeof args>;

/**
 * Finds, reads and keeps skills. Deleting and installing are a person's to do: the call prepares a button that types the command, so a
 * text that talked the model into it gains nothing.
 */
export function createSkillTool(actions: SkillActions): ToolDefinition {
  return defineTool({
    name: SKILL_TOOL,
    description:
      'Skills: list them, view one before you work by it, manage them. Nothing secret, no one-off values. Deleting and importing are confirmed by the user with a button.',
    args,
    idempotent: false,
    mutating: true,
    parallelSafe: false,
    flagsFor: (given) =>
      given.action === 'list' || given.action === 'view'
        ? { idempotent: true, mutating: false, parallelSafe: true }
        : {},
    offlineCapable: true,
    source: 'native',
    risk: 'low',
    execute: async (given, context) => {
      const scope = scopeOf(context);
      switch (given.action) {
        case 'list':
          return actions.list(scope, given.query ?? '', given.category, null);
        case 'view':
          return actions.view(scope, need(given.slug, 'slug'), given.file, given.part ?? 1);
        case 'manage':
          return manage(given, scope, actions);
        case 'bulk':
          return offerDeletion(need(given.slugs, 'slugs'), scope, actions);
      }
    },
  });
}

async function manage(given: SkillArgs, scope: TurnScope, actions: SkillActions): Promise<unknown> {
  const { content, description, steps, triggers, tags } = given;
  if (given.op === 'import_dir') return offerImport(need(given.file, 'file'), scope, actions);
  if (given.op === 'install_url') {
    throw new ToolFailure(
      'Error: skills are not installed from an address. Ask the user to send the SKILL.md as a file here (then import_dir), or whoever runs the gateway to use "waggle skills import".',
    );
  }
  const slug = need(given.slug, 'slug');
  switch (need(given.op, 'op')) {
    case 'create':
      return actions.create(scope, { name: slug, content, description, steps, triggers, tags }, 'made');
    case 'patch':
      return actions.change(scope, slug, { find: need(given.find, 'find'), replace: given.replace ?? '' });
    case 'edit':
      return actions.change(scope, slug, { content: need(content, 'content') });
    case 'delete':
      return offerDeletion([slug], scope, actions);
    case 'write_file':
      return actions.writeFile(scope, slug, need(given.file, 'file'), need(content, 'content'));
    case 'remove_file':
      return actions.removeFile(scope, slug, need(given.file, 'file'));
  }
}

async function offerDeletion(slugs: readonly string[], scope: TurnScope, actions: SkillActions): Promise<Offer> {
  const skills = await Promise.all([...new Set(slugs)].map((slug) => actions.own(scope, slug)));
  const choices = skills.map(({ slug }) => choiceOf(`Delete ${slug}`, `/skills delete ${slug}`));
  return {
    choices,
    note: 'Nothing is deleted yet. The user sees a button for it below your answer; say what it does.',
  };
}

async function offerImport(path: string, scope: TurnScope, actions: SkillActions): Promise<Offer> {
  const { slug, version } = await actions.stageImport(scope, path);
  const choices = [
    choiceOf(`Use ${slug}`, `/skills use ${slug} ${version}`),
    choiceOf('Look at it', `/skills show ${slug} ${version}`),
  ];
  return { choices, note: `The skill "${slug}" is not in use yet. The user sees a button for it below your answer.` };
}

function choiceOf(label: string, command: string): Choice {
  const text = label.length <= 40 ? label : `${label.slice(0, 39)}…`;
  return choiceSchema.parse({ label: text, command });
}

function scopeOf({ scope }: ToolContext): TurnScope {
  if (scope === null) throw new ToolFailure('Error: there are no skills outside a conversation.');
  return scope;
}

function need<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new ToolFailure(`Error: the argument ${name} is missing.`);
  return value;
}
