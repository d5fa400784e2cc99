import { elapsedText } from '../core/elapsedText.js';
import type { TurnEventBody } from '../core/events.js';
import type { Wording } from '../core/wording.js';
import { toolLabel } from './catalogue/toolLabel.js';

/** With no text for this long a notice says what is going on (DESIGN.md section 5). */
export const FIRST_NOTICE_MS = 4000;

/** Decides which notice, if any, a chat should show now. Pure state: the caller tells the time. */
export interface NoticeBoard {
  observe(event: TurnEventBody): void;
  /** New output of the answer became visible to the reader. */
  markVisible(now: number): void;
  /** The notice to show, or null. */
  desired(now: number): string | null;
  /** What the turn is doing, as a notice would say it. */
  phaseText(): string;
  /** When `desired` may change by time alone, or null. */
  nextChangeAt(now: number): number | null;
}

interface Phase {
  readonly key: string;
  readonly args: Readonly<Record<string, string>>;
}

const THINKING: Phase = { key: 'thinking', args: {} };

/** Notices that tell of a sub-agent. */
const AGENT_KEYS: ReadonlySet<string> = new Set(['agent-running', 'agent-done', 'agent-error']);

/**
 * @param acceptedAt when the message was accepted: elapsed time counts from here
 * @param startedAt when this attempt of the turn began
 * @param stillWorkingMs period of the "Still working" notice without new output; 0 turns it off
 */
export function createNoticeBoard(times: {
  acceptedAt: number;
  startedAt: number;
  stillWorkingMs: number;
  wording: Wording;
}): NoticeBoard {
  const { acceptedAt, startedAt, stillWorkingMs, wording } = times;
  let phase = THINKING;
  let standing: Phase | null = null;
  /** Text came after the standing notice: what became visible before that is older, and leaves it standing. */
  let hasTextSince = false;
  let lastVisibleAt: number | null = null;
  /** Names of the sub-agents at work, in the order in which they began. */
  let atWork: readonly string[] = [];

  const observeAgent = (key: string, { name = '' }: Readonly<Record<string, string>>) => {
    const place = atWork.indexOf(name);
    if (key === 'agent-running') atWork = [...atWork, name];
    else if (place >= 0) atWork = atWork.toSpliced(place, 1);
  };
  const agentsPhase = (): Phase | null => {
    return atWork.length === 0 ? null : { key: 'agents', args: { names: atWork.join(', ') } };
  };

  const quietSince = () => lastVisibleAt ?? acceptedAt;

  return {
    observe: (event) => {
      switch (event.type) {
        case 'toolStart':
          phase = { key: 'running-tool', args: { tool: toolLabel(event.name) } };
          if (!standing?.key.startsWith('gate-')) standing = null;
          break;
        case 'toolEnd':
          phase = THINKING;
          break;
        case 'text':
          hasTextSince = true;
          phase = { key: 'writing', args: {} };
          break;
        case 'notice':
          if (AGENT_KEYS.has(event.key)) {
            observeAgent(event.key, event.args);
            if (!standing?.key.startsWith('gate-')) standing = null;
            break;
          }
          standing = { key: event.key, args: event.args };
          hasTextSince = false;
          phase = event.key === 'resumed' ? THINKING : { key: 'retrying', args: {} };
          break;
        case 'gate':
          standing = { key: `gate-${event.gate}`, args: {} };
          hasTextSince = false;
          phase = { key: 'verifying', args: {} };
          break;
        default:
          break;
      }
    },
    markVisible: (now) => {
      lastVisibleAt = now;
      if (hasTextSince) standing = null;
    },
    desired: (now) => {
      if (standing !== null) return wording.text(standing.key, standing.args);
      const quiet = now - quietSince();
      if (stillWorkingMs > 0 && quiet >= stillWorkingMs) {
        const rounds = Math.floor(quiet / stillWorkingMs);
        const elapsed = quietSince() - acceptedAt + rounds * stillWorkingMs;
        const { key, args } = agentsPhase() ?? phase;
        return wording.text('still-working', {
          phase: wording.text(`phase-${key}`, args),
          elapsed: elapsedText(elapsed, wording),
        });
      }
      if (atWork.length > 0) return wording.text('agent-running', { name: atWork.join(', ') });
      if (lastVisibleAt === null && now - startedAt >= FIRST_NOTICE_MS) {
        return phase.key === 'running-tool' ? wording.text(phase.key, phase.args) : wording.text('thinking', {});
      }
      return null;
    },
    phaseText: () =>
      phase.key === 'running-tool' ? wording.text(phase.key, phase.args) : wording.text('thinking', {}),
    nextChangeAt: (now) => {
      const times: number[] = [];
      if (lastVisibleAt === null && now - startedAt < FIRST_NOTICE_MS) times.push(startedAt + FIRST_NOTICE_MS);
      if (stillWorkingMs > 0) {
        const rounds = Math.floor((now - quietSince()) / stillWorkingMs) + 1;
        times.push(quietSince() + rounds * stillWorkingMs);
      }
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}
