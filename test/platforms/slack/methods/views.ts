import { z } from 'zod';
import { checkViewBlocks } from '../blocks/check.js';
import { plainText } from '../blocks/text.js';
import { unlucky, wrong } from '../errors.js';
import { json } from '../params.js';
import { takeId, type ViewRecord } from '../world.js';
import { type MethodContext, method } from './method.js';

/** How long a trigger is good for. */
const TRIGGER_MS = 3000;

const viewSchema = z.strictObject({
  type: z.literal('modal'),
  title: plainText(24),
  submit: plainText(24).exactOptional(),
  close: plainText(24).exactOptional(),
  callback_id: z.string().max(255).exactOptional(),
  private_metadata: z.string().max(3000).exactOptional(),
  clear_on_close: z.boolean().exactOptional(),
  notify_on_close: z.boolean().exactOptional(),
  external_id: z.string().max(255).exactOptional(),
  blocks: z.unknown(),
});

/** Checks a modal. Throws `invalid_arguments` or `invalid_blocks`. */
export function readView(value: unknown): Pick<ViewRecord, 'title' | 'callbackId' | 'privateMetadata' | 'blocks'> {
  const parsed = viewSchema.safeParse(value);
  if (!parsed.success) {
    throw wrong(
      'invalid_arguments',
      parsed.error.issues.map((issue) => `${issue.message} [json-pointer:/view/${issue.path.join('/')}]`),
    );
  }
  const { title, callback_id, private_metadata, blocks, submit } = parsed.data;
  const checked = checkViewBlocks(blocks);
  if (submit === undefined && checked.some((block) => block.type === 'input')) {
    throw wrong('invalid_arguments', ['missing required field: submit']);
  }
  return { title: title.text, callbackId: callback_id ?? '', privateMetadata: private_metadata ?? '', blocks: checked };
}

let hashes = 0;
const nextHash = () => {
  hashes += 1;
  return `${hashes}.test`;
};

/** A view as answers and interactions carry it. */
export function viewToWire(teamId: string, view: ViewRecord, values: object = {}): Record<string, unknown> {
  return {
    id: view.id,
    team_id: teamId,
    type: 'modal',
    title: { type: 'plain_text', text: view.title, emoji: true },
    callback_id: view.callbackId,
    private_metadata: view.privateMetadata,
    blocks: view.blocks,
    state: { values },
    hash: view.hash,
    root_view_id: view.id,
    previous_view_id: null,
    app_id: view.app.id,
    bot_id: view.app.botId,
  };
}

function takeTrigger(context: MethodContext, id: string) {
  const trigger = context.state.triggers.get(id);
  if (trigger === undefined || trigger.app.id !== context.app.id) throw wrong('invalid_trigger_id');
  if (trigger.used) throw wrong('exchanged_trigger_id');
  if (context.state.clock.now() - trigger.at > TRIGGER_MS) throw unlucky('expired_trigger_id');
  trigger.used = true;
  return trigger;
}

export const openView = method(z.object({ trigger_id: z.string(), view: json(z.unknown()) }), (params, context) => {
  const { state, app } = context;
  const fields = readView(params.view);
  const { user } = takeTrigger(context, params.trigger_id);
  const id = takeId(state.world, 'V');
  const view: ViewRecord = { ...fields, id, app, user, triggerId: params.trigger_id, hash: nextHash() };
  state.world.views.set(id, view);
  state.watch.changed();
  return { view: viewToWire(state.world.team.id, view) };
});

/** Shows other content in an open view. */
export function changeView(view: ViewRecord, value: unknown): void {
  Object.assign(view, readView(value), { hash: nextHash() });
}

export const updateView = method(
  z.object({ view_id: z.string(), view: json(z.unknown()), hash: z.string().exactOptional() }),
  (params, context) => {
    const view = context.state.world.views.get(params.view_id);
    if (view === undefined || view.app.id !== context.app.id) throw wrong('not_found');
    if (view.closedAt !== undefined) throw unlucky('not_found');
    if (params.hash !== undefined && params.hash !== view.hash) throw unlucky('hash_conflict');
    changeView(view, params.view);
    context.state.watch.changed();
    return { view: viewToWire(context.state.world.team.id, view) };
  },
);
