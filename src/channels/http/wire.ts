import type { TurnEvent } from '../../core/events.js';
import { turnOutcomeSchema } from '../../core/outcome.js';
import type { TurnRecord, TurnState } from '../../core/ports/laneStore.js';
import type { ChatEvent } from '../../http/chatEvents.js';
import { fileAddress } from './fileRoutes.js';

/** Words for a notice, in the gateway's language. */
export type NoticeText = (key: string, args: Readonly<Record<string, string>>) => string;

/** How a turn's event goes over the wire, or null for those that concern no client. */
export function chatEventOf(event: TurnEvent, noticeText: NoticeText): ChatEvent | null {
  switch (event.type) {
    case 'started':
    case 'gate':
      return null;
    case 'text':
      return { name: 'delta', data: { text: event.delta } };
    case 'segmentEnd':
      return { name: 'segment', data: { drop: event.drop } };
    case 'reset':
      return { name: 'reset', data: { why: event.why } };
    case 'toolStart':
      return { name: 'tool', data: { phase: 'start', name: event.name } };
    case 'toolEnd':
      return { name: 'tool', data: { phase: 'end', name: event.name, ...(event.failed ? { failed: true } : {}) } };
    case 'notice':
      return {
        name: 'notice',
        data: { key: event.key, args: { ...event.args }, text: noticeText(event.key, event.args) },
      };
    case 'question': {
      const { id, kind, tool, text, options, expiresAt } = event.question;
      const call = { id, kind, tool, arguments: event.question.arguments, options: [...options], expiresAt };
      return {
        name: 'question',
        data: { ...call, text: kind === 'question' ? text : noticeText('approval-ask', { tool }) },
      };
    }
    case 'decided':
      return { name: 'decided', data: { id: event.id, state: event.state, by: event.by } };
    case 'file': {
      const { name, mime, bytes, path } = event.file;
      const url = fileAddress(event.turn, path);
      return { name: 'file', data: { name, mime, bytes, ...(url === null ? {} : { url }) } };
    }
    case 'final': {
      const { content, toolsUsed, usage } = event.response;
      return { name: 'final', data: { content, toolsUsed: [...toolsUsed], usage: { ...usage }, text: event.text } };
    }
    case 'failed':
      return { name: 'error', data: { code: event.error.code, message: event.error.sentence } };
    case 'stopped':
      return { name: 'stopped', data: { text: event.text } };
  }
}

/** Whether a turn in this state will not emit anything any more. */
export function isOver(state: TurnState): boolean {
  return state === 'done' || state === 'failed' || state === 'stopped' || state === 'dead';
}

/** The last event of a turn, from what the store knows of it; null while it is not over. */
export function endingOf(record: TurnRecord): ChatEvent | null {
  if (!isOver(record.state)) return null;
  const outcome = turnOutcomeSchema.safeParse(record.outcome);
  if (!outcome.success) return record.state === 'stopped' ? { name: 'stopped', data: { text: '' } } : LOST_OUTCOME;
  const { data } = outcome;
  if ('error' in data) return { name: 'error', data: { code: data.error.code, message: data.error.sentence } };
  if ('stopped' in data) return { name: 'stopped', data: { text: data.text } };
  return { name: 'final', data };
}

const LOST_OUTCOME: ChatEvent = {
  name: 'error',
  data: {
    code: 'no-outcome',
    message: 'The turn is over, but its answer is not known any more. Please send the message again.',
  },
};
