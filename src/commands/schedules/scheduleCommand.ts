import { type Choice, MAX_CHOICES } from '../../core/choice.js';
import {
  MAX_SCHEDULE_PROMPT_CHARS,
  MAX_SCHEDULES,
  readScheduleId,
  type Schedule,
  scheduleIdOf,
} from '../../core/schedule.js';
import { type Added, type ScheduleBook, scheduleViewOf } from '../../runtime/schedules/scheduleBook.js';
import type { Command, CommandAnswer, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';
import { nextText, ruleText, scheduleLine, whatText } from './describeSchedule.js';

type Answer = string | CommandAnswer;

/** What `/schedule` does to one schedule; other words for it, too. */
const ACTIONS = {
  pause: 'pause',
  resume: 'resume',
  delete: 'delete',
  remove: 'delete',
  cancel: 'delete',
  run: 'run',
} as const;
type Action = (typeof ACTIONS)[keyof typeof ACTIONS];

const EXAMPLES = [
  'in 20m | …',
  'at 2026-12-24 18:00 | …',
  'every day 8:00 | …',
  'every monday 9:00 | …',
  'cron 0 8 * * 1-5 | …',
  'heartbeat 30m | …',
]
  .map((example) => `\`/schedule ${example}\``)
  .join('\n- ');

/** `/schedule`: what the assistant is to do later and again, in this chat: list, make, pause, run, end. */
export function createScheduleCommand({
  book,
  timeZone,
}: {
  readonly book: ScheduleBook;
  readonly timeZone: string;
}): Command {
  const howTo = ({ wording }: CommandCall) => wording.text('schedule-how-to', { examples: EXAMPLES, zone: timeZone });
  const viewOf = ({ principal, address }: CommandCall) => scheduleViewOf(principal, address);

  const list = async (call: CommandCall): Promise<Answer> => {
    const { wording } = call;
    const found = await book.list(viewOf(call));
    if (found.length === 0) return [wording.text('schedule-none', {}), howTo(call)].join('\n\n');
    const lines = found.map((schedule) => scheduleLine(schedule, wording));
    return {
      text: [wording.text('schedule-list', { n: String(found.length) }), '', ...lines].join('\n'),
      choices: found.slice(0, MAX_CHOICES).map(({ no }) => named(scheduleIdOf(no), `/schedule ${scheduleIdOf(no)}`)),
    };
  };

  const show = (schedule: Schedule, { wording }: CommandCall): CommandAnswer => {
    const id = scheduleIdOf(schedule.no);
    const button = (action: Action) =>
      named(wording.text(`schedule-button-${action}`, {}), `/schedule ${action} ${id}`);
    return {
      text: [scheduleLine({ ...schedule, prompt: '' }, wording).replace(/^- |: $/g, ''), quoted(schedule.prompt)].join(
        '\n\n',
      ),
      choices: [button('run'), button(schedule.paused === null ? 'pause' : 'resume'), button('delete')],
    };
  };

  const add = async (words: string, call: CommandCall): Promise<Answer> => {
    const { address, lane, principal, seq } = call;
    const added = await book.add({
      when: words,
      address,
      lane,
      sender: principal.sender,
      origin: `seq:${seq}`,
      by: 'person',
    });
    return describeAdded(added, call);
  };

  const describeAdded = (added: Added, call: CommandCall): Answer => {
    const { wording } = call;
    switch (added.outcome) {
      case 'bad-when': {
        const why = wording.text(`schedule-bad-${added.fault}`, {});
        return added.fault === 'unreadable' ? [why, howTo(call)].join('\n\n') : why;
      }
      case 'bad-prompt':
        return wording.text(`schedule-what-${added.fault}`, { max: String(MAX_SCHEDULE_PROMPT_CHARS) });
      case 'full':
        return wording.text('schedule-full', { max: String(MAX_SCHEDULES) });
      default: {
        const { schedule } = added;
        const id = scheduleIdOf(schedule.no);
        const made = { id, how: ruleText(schedule.rule, wording), next: nextText(schedule, wording) };
        return {
          text: [wording.text('schedule-made', made), wording.text('schedule-ends-by', { id })].join(' '),
          choices: [named(wording.text('schedule-button-delete', {}), `/schedule delete ${id}`)],
        };
      }
    }
  };

  const unknown = (id: string, { wording }: CommandCall) =>
    wording.text('schedule-unknown', { id: id.replace(/[`\s]+/g, ' ').slice(0, 20) });

  const ask = async (action: Action, call: CommandCall): Promise<Answer> => {
    const found = await book.list(viewOf(call));
    if (found.length === 0) return call.wording.text('schedule-none', {});
    return {
      text: [call.wording.text('schedule-which', {}), '', ...found.map((one) => scheduleLine(one, call.wording))].join(
        '\n',
      ),
      choices: found
        .slice(0, MAX_CHOICES)
        .map(({ no }) => named(scheduleIdOf(no), `/schedule ${action} ${scheduleIdOf(no)}`)),
    };
  };

  const act = async (action: Action, word: string, call: CommandCall): Promise<Answer> => {
    if (word === '') return ask(action, call);
    const no = readScheduleId(word);
    if (no === null) return unknown(word, call);
    const { wording, seq } = call;
    const view = viewOf(call);
    const id = scheduleIdOf(no);
    switch (action) {
      case 'delete': {
        const gone = await book.remove(view, no);
        return gone === null
          ? unknown(id, call)
          : wording.text('schedule-deleted', { id, what: whatText(gone.prompt) });
      }
      case 'run':
        return (await book.run(view, no, `seq:${seq}`)) === null
          ? unknown(id, call)
          : wording.text('schedule-started', { id });
      case 'pause': {
        if ((await book.pause(view, no)) === null) return unknown(id, call);
        const button = named(wording.text('schedule-button-resume', {}), `/schedule resume ${id}`);
        return { text: wording.text('schedule-paused', { id }), choices: [button] };
      }
      case 'resume': {
        const resumed = await book.resume(view, no);
        if (resumed === null) return unknown(id, call);
        if (resumed === 'over') return wording.text('schedule-over', { id });
        return wording.text('schedule-resumed', { id, next: nextText(resumed, wording) });
      }
    }
  };

  return {
    spec: COMMAND_SPECS.schedule,
    run: async (call) => {
      const { args } = call;
      const [first = ''] = args.split(/\s+/, 1);
      const rest = args.slice(first.length).trim();
      const word = first.toLowerCase();
      if (args === '' || (word === 'list' && rest === '')) return list(call);
      if (word === 'help') return howTo(call);
      if (word === 'add') return rest === '' ? howTo(call) : add(rest, call);
      if (isAction(word)) return act(ACTIONS[word], rest, call);
      const no = readScheduleId(args);
      if (no === null) return add(args, call);
      const schedule = await book.find(viewOf(call), no);
      return schedule === null ? unknown(args, call) : show(schedule, call);
    },
  };
}

const named = (label: string, command: string): Choice => ({ label, command });
const isAction = (word: string): word is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, word);
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
