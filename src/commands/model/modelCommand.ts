import type { Choice } from '../../core/choice.js';
import { editDistance } from '../../core/nearestName.js';
import { MODEL_SETTING } from '../../core/preferences.js';
import type { ModelMenu } from '../../runtime/model/modelMenu.js';
import { isListed } from '../../runtime/model/offeredModels.js';
import type { Persona } from '../../runtime/personas/persona.js';
import { type OwnOrGroup, ownOrGroupSetting } from '../people/ownOrGroup.js';
import { titleOf } from '../personas/personaTexts.js';
import { type Command, type CommandAnswer, type CommandCall, maySet } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';

export interface ModelCommandDeps extends OwnOrGroup {
  readonly models: ModelMenu;
  /** Who answers where a command was called; null: nobody in particular. */
  readonly personaHere: (call: CommandCall) => Promise<Persona | null>;
}

/** Models on one page of the picker. */
const PAGE_SIZE = 8;
/** Names that a wrong one may have meant. */
const MAX_NEAR = 5;
/** Names that a wrong one is compared with letter by letter: a few milliseconds' work. */
const MAX_COMPARED = 300;
/** Of a name's letters, so many may be wrong. */
const NEAR_SHARE = 0.4;
/** What a button's command takes (`core/choice.ts`), less the command's name. */
const MAX_BUTTON_BYTES = 60 - Buffer.byteLength('/model ');
const MAX_LABEL = 40;
/** What a model's id is made of, where no list can tell. */
const ID = /^[\p{L}\p{N}][\p{L}\p{N}._:@/+-]*$/u;

/** What `/model` and `/status` say of the model that answers somewhere. */
export interface ModelHere {
  /** Its id. */
  idFor(call: CommandCall): Promise<string>;
  /** In one sentence, with where it comes from. */
  describe(call: CommandCall): Promise<string>;
}

export function createModelHere({ models, personaHere, ...deps }: ModelCommandDeps): ModelHere {
  const setting = ownOrGroupSetting(MODEL_SETTING, deps);
  const holding = async (call: CommandCall) => {
    const [chosen, persona] = await Promise.all([setting.get(call), personaHere(call)]);
    return { ...(await models.holding(chosen, persona)), chosen, persona };
  };
  return {
    idFor: async (call) => (await holding(call)).model,
    describe: async (call) => {
      const { text } = call.wording;
      const { model, origin, chosen, persona } = await holding(call);
      const is = text(`model-${origin}`, { model, persona: persona === null ? '' : titleOf(persona) });
      const isGone = chosen !== null && origin !== 'chosen' && !models.isDemo;
      return isGone ? `${text('model-gone', { model: chosen, other: model })}\n${is}` : is;
    },
  };
}

/** The ids that somebody may have meant, the nearest first: those that hold what was typed, then those spelt much like it. */
export function nearModels(typed: string, list: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  const holding = list.filter((id) => id.toLowerCase().includes(wanted));
  const nameOf = (id: string) => id.toLowerCase().split('/').at(-1) ?? '';
  const far = wanted.length * NEAR_SHARE;
  const alike = list
    .filter((id) => Math.min(Math.abs(id.length - wanted.length), Math.abs(nameOf(id).length - wanted.length)) <= far)
    .slice(0, MAX_COMPARED)
    .map((id) => ({
      id,
      edits: Math.min(editDistance(wanted, id.toLowerCase()), editDistance(nameOf(wanted), nameOf(id))),
    }))
    .filter(({ edits }) => edits <= far)
    .sort((a, b) => a.edits - b.edits)
    .map(({ id }) => id);
  return [...new Set([...holding, ...alike])].slice(0, MAX_NEAR);
}

const buttonsOf = (ids: readonly string[]): readonly Choice[] =>
  ids
    .filter((id) => ID.test(id) && Buffer.byteLength(id) <= MAX_BUTTON_BYTES)
    .map((id) => ({ label: id.length <= MAX_LABEL ? id : `…${id.slice(1 - MAX_LABEL)}`, command: `/model ${id}` }));

const linesOf = (ids: readonly string[]) => ids.map((id) => `- \`${id.replace(/[`\s]/g, '')}\``).join('\n');

/** `/model`: which model answers this person, or this group, and the choice of another that the endpoint has. */
export function createModelCommand(deps: ModelCommandDeps): Command {
  const { models } = deps;
  const setting = ownOrGroupSetting(MODEL_SETTING, deps);
  const here = createModelHere(deps);
  const spec = COMMAND_SPECS.model;

  const page = (list: readonly string[], number: number, text: CommandCall['wording']['text']): CommandAnswer => {
    const pages = Math.max(1, Math.ceil(list.length / PAGE_SIZE));
    const at = Math.min(Math.max(1, number), pages);
    const shown = list.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE);
    const step = (to: number) => ({ label: `${to < at ? '‹' : '›'} ${to}/${pages}`, command: `/model page ${to}` });
    const position = pages === 1 ? '' : ` (${at}/${pages})`;
    return {
      text: `${text('model-list', { n: String(list.length) })}${position}\n${linesOf(shown)}`,
      choices: [...buttonsOf(shown), ...(at > 1 ? [step(at - 1)] : []), ...(at < pages ? [step(at + 1)] : [])],
    };
  };

  /** What holds, and for whoever may choose what there is to choose from. */
  const tell = async (call: CommandCall, number: number): Promise<CommandAnswer> => {
    const { text } = call.wording;
    if (models.isDemo) return { text: text('model-demo', {}), choices: [] };
    const { budgetModel } = models;
    const chosen = await setting.get(call);
    const lines = [
      await here.describe(call),
      ...(budgetModel === null || chosen !== null ? [] : [text('model-budget', { model: budgetModel })]),
    ];
    if (!maySet(spec, call.principal.role, call.address.kind)) return { text: lines.join('\n'), choices: [] };
    const list = (await models.list())?.filter((id) => !id.endsWith('*')) ?? [];
    const back = chosen === null ? [] : [{ label: text('model-back', {}), command: '/model off' }];
    const offer = list.length === 0 ? { text: text('model-no-list', {}), choices: [] } : page(list, number, text);
    return {
      text: [...lines, '', offer.text, '', text('model-how', {})].join('\n'),
      choices: [...offer.choices, ...back],
    };
  };

  const choose = async (call: CommandCall, typed: string): Promise<string | CommandAnswer> => {
    const { text } = call.wording;
    if (models.isDemo) return text('model-demo', {});
    const list = await models.list();
    const model = list?.find((id) => id.toLowerCase() === typed.toLowerCase()) ?? typed;
    if (!ID.test(model) || !(await models.mayUse(model))) {
      const near = nearModels(
        typed,
        (list ?? []).filter((id) => !id.endsWith('*')),
      );
      const unknown = text('model-unknown', { model: typed.slice(0, 60).replace(/`/g, "'") });
      if (near.length === 0) return `${unknown} ${text('model-see', {})}`;
      return { text: `${unknown} ${text('model-near', {})}\n${linesOf(near)}`, choices: buttonsOf(near) };
    }
    await setting.set(call, model);
    const now = text(call.address.kind === 'dm' ? 'model-now-own' : 'model-now-group', { model });
    return list === null || !isListed(model, list) ? `${now} ${text('model-unchecked', {})}` : now;
  };

  return {
    spec,
    run: async (call) => {
      const { args } = call;
      const [word = '', number] = args.toLowerCase().split(/\s+/);
      if (args === '') return tell(call, 1);
      if (word === 'page') return tell(call, Number.parseInt(number ?? '1', 10) || 1);
      if (word === 'off' || word === 'default' || word === 'auto') {
        await setting.set(call, null);
        return models.isDemo ? call.wording.text('model-demo', {}) : here.describe(call);
      }
      return choose(call, args);
    },
  };
}
