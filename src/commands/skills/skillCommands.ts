import type { Skill } from '../../runtime/skills/skill.js';
import type { SkillLibrary } from '../../runtime/skills/skillLibrary.js';
import { isSlug, skillToCommand, tokenToSlug } from '../../runtime/skills/skillNames.js';
import { skillOwnerOf } from '../../runtime/skills/skillOwner.js';
import type { Command, CommandSource, Handoff } from '../registry.js';
import { EVERYONE } from '../specs.js';

/** Of a skill's text that a turn is given at once, in characters; the rest is read with the skill tool. */
const MAX_BODY_CHARS = 16_000;
const MAX_MENU_CHARS = 100;

/**
 * One command per skill: `/memory_layers sort my notes`. Everybody's skills stand in the menus; a person's own are found by name, and
 * where the person has none of that name the message goes to the model as it was written.
 */
export function createSkillCommands(options: {
  readonly library: Pick<SkillLibrary, 'find'>;
  /** Those of the menus. */
  readonly listed: readonly Skill[];
}): CommandSource {
  const { library, listed } = options;

  const commandOf = (name: string, description: string): Command => ({
    spec: { name, description, usage: '[task]', instant: false, roles: EVERYONE },
    run: async ({ args, principal, address }) => {
      const skill = await library.find(skillOwnerOf(principal, address), tokenToSlug(name));
      return skill === null ? null : invoke(skill, args);
    },
  });

  const names = new Set<string>();
  const commands = listed.flatMap((skill) => {
    const name = skillToCommand(skill.slug, (command) => names.has(command));
    if (name === null) return [];
    names.add(name);
    return [commandOf(name, menuText(skill))];
  });

  return {
    commands: () => commands,
    find: (name) => (isSlug(tokenToSlug(name)) ? commandOf(name, 'A skill') : undefined),
  };
}

/** The turn that works by a skill. The conversation keeps that it did, not the skill's text. */
function invoke({ slug, body }: Skill, task: string): Handoff {
  const isWhole = body.length <= MAX_BODY_CHARS;
  const shown = isWhole ? body : body.slice(0, MAX_BODY_CHARS);
  const more = isWhole ? [] : ['It goes on: read the further parts with the skill tool (view) when you need them.'];
  const work =
    task === ''
      ? 'No task was given with it. If the conversation shows what is meant, go on with that; otherwise ask one short question.'
      : `The task:\n${task}`;
  return {
    ask: [`Work by the skill "${slug}".`, `<skill>\n${defuse(shown)}\n</skill>`, ...more, work].join('\n\n'),
    kept: `(skill ${slug}) ${task}`.trim(),
  };
}

/** A skill's text can neither open nor close its block. */
function defuse(text: string): string {
  return text.replace(/<(?=\/?\s*skill\b)/gi, '&lt;');
}

function menuText({ description, name, slug }: Skill): string {
  const text = description || name || slug;
  return text.length <= MAX_MENU_CHARS ? text : `${text.slice(0, MAX_MENU_CHARS - 1).trimEnd()}…`;
}
