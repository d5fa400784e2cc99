import type { Clock } from '../../core/clock.js';
import { elapsedText } from '../../core/elapsedText.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { Conversation } from '../../core/ports/conversation.js';
import { chatKey } from '../../core/ports/egress.js';
import type { Overheard } from '../../core/ports/overheard.js';
import type { Transcripts } from '../../core/ports/transcripts.js';
import { namesOf } from '../memory/mayChange.js';
import type { Command, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';

export interface ConversationDeps {
  readonly conversation: Conversation;
  readonly transcripts: Pick<Transcripts, 'startAfresh'>;
  readonly overheard: Pick<Overheard, 'clear'>;
  /** What runs on for a lane in the background, and its plan, go with its conversation. */
  readonly endConversation: (lane: string) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

const MAX_NAME_CHARS = 30;
/** `/clear` keeps where the conversation stood under this name. */
const BEFORE_CLEAR = 'before_clear';
/** A checkpoint that nobody named. */
const UNNAMED = 'checkpoint';

/** One word, so that a button can name it. */
const nameOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_-]+/gu, '_')
    .replace(/^_+|_+$/g, '');

/** Whose exchange may be taken back: in a group one's own, or as an admin anybody's. */
function mineOnly({ address, principal }: CommandCall): readonly string[] | null {
  const isAdmin = principal.role === 'owner' || principal.role === 'admin';
  return address.kind === 'dm' || isAdmin ? null : namesOf(principal);
}

/** `/clear`, `/checkpoint`, `/rollback`, `/undo` and `/retry`: what later turns see of the conversation. */
export function createConversationCommands(deps: ConversationDeps): readonly Command[] {
  const { conversation, transcripts, overheard, endConversation, clock } = deps;

  const badName = ({ wording }: CommandCall) => wording.text('checkpoint-name', { max: String(MAX_NAME_CHARS) });

  const pick = async ({ lane, wording }: CommandCall) => {
    const points = await conversation.checkpoints(lane);
    if (points.length === 0) return wording.text('rollback-none', {});
    const ago = (at: number) => elapsedText(clock.now() - at, wording);
    return {
      text: [
        wording.text('rollback-which', {}),
        '',
        ...points.map(({ name, at }) => `- \`${name}\`: ${wording.text('time-ago', { elapsed: ago(at) })}`),
      ].join('\n'),
      choices: points.map(({ name }) => ({ label: name, command: `/rollback ${name}` })),
    };
  };

  return [
    {
      spec: COMMAND_SPECS.clear,
      run: async ({ lane, address, principal, wording }) => {
        const now = clock.now();
        const lines = await conversation.setCheckpoint({ lane, name: BEFORE_CLEAR, by: principal.person, now });
        await transcripts.startAfresh({ lane, now });
        await overheard.clear(chatKey(address));
        await endConversation(lane);
        return wording.text('clear-done', { n: String(lines), name: BEFORE_CLEAR });
      },
    },
    {
      spec: COMMAND_SPECS.checkpoint,
      run: async (call) => {
        const { args, lane, principal, wording } = call;
        const name = args === '' ? UNNAMED : nameOf(args);
        if (name === '' || [...name].length > MAX_NAME_CHARS) return badName(call);
        const lines = await conversation.setCheckpoint({ lane, name, by: principal.person, now: clock.now() });
        return wording.text('checkpoint-done', { name, n: String(lines) });
      },
    },
    {
      spec: COMMAND_SPECS.rollback,
      run: async (call) => {
        const { args, lane, wording } = call;
        if (args === '') return pick(call);
        const name = nameOf(args);
        if (name === '' || [...name].length > MAX_NAME_CHARS) return badName(call);
        const lines = await conversation.rollBack({ lane, name, now: clock.now() });
        if (lines === null) return wording.text('rollback-unknown', { name: escapeMarkdown(name) });
        return wording.text('rollback-done', { name, n: String(lines) });
      },
    },
    {
      spec: COMMAND_SPECS.undo,
      run: async (call) => {
        const taken = await conversation.takeBack({ lane: call.lane, names: mineOnly(call) });
        return call.wording.text(`undo-${taken.outcome}`, {});
      },
    },
    {
      spec: COMMAND_SPECS.retry,
      run: async (call) => {
        const taken = await conversation.takeBack({ lane: call.lane, names: mineOnly(call) });
        if (taken.outcome !== 'taken') return call.wording.text(`undo-${taken.outcome}`, {});
        return { ask: taken.asked };
      },
    },
  ];
}
