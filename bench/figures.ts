import type { Sample } from './statistics.js';
import type { SystemName } from './systems.js';

/** What is to be reached: a multiple of the bare bot in the same run, or a bound. Compared with the median. */
export type Aim =
  | { readonly kind: 'ratio'; readonly atMost: Readonly<Partial<Record<SystemName, number>>> }
  | { readonly kind: 'bound'; readonly atMost: number; readonly statistic: 'p50' | 'p95' };

export interface Figure {
  readonly title: string;
  readonly unit: 'ms' | 's' | 'MB' | 'tokens';
  readonly aim?: Aim;
}

/** The rows of the table, and the aims of the issue that asked for this benchmark. */
export const FIGURES = {
  modelRequest: {
    title: 'message -> model request',
    unit: 'ms',
    aim: { kind: 'ratio', atMost: { embedded: 2.5, redis: 4, 'redis-workers': 4 } },
  },
  firstVisible: { title: 'text qualifies as first -> visible', unit: 'ms' },
  finalVisible: { title: 'last token -> final text visible', unit: 'ms' },
  turn: {
    title: 'zero-delay turn, whole',
    unit: 'ms',
    aim: { kind: 'ratio', atMost: { embedded: 3, redis: 3, 'redis-workers': 3 } },
  },
  isolation: {
    title: 'added to a short turn while another chat streams',
    unit: 'ms',
    aim: { kind: 'bound', atMost: 100, statistic: 'p95' },
  },
  crowd200: {
    title: '200 chats at once: time',
    unit: 's',
    aim: { kind: 'ratio', atMost: { embedded: 2, redis: 2, 'redis-workers': 2 } },
  },
  crowd200Cpu: { title: '200 chats at once: CPU', unit: 's' },
  crowd200Peak: { title: '200 chats at once: peak memory', unit: 'MB' },
  crowd1000: {
    title: '1,000 chats at once: time',
    unit: 's',
    aim: { kind: 'ratio', atMost: { embedded: 2, redis: 2, 'redis-workers': 2 } },
  },
  crowd1000Cpu: { title: '1,000 chats at once: CPU', unit: 's' },
  crowd1000Peak: { title: '1,000 chats at once: peak memory', unit: 'MB' },
  firstPoll: {
    title: 'start of the process -> first poll',
    unit: 'ms',
    aim: { kind: 'bound', atMost: 1000, statistic: 'p50' },
  },
  idle: {
    title: 'idle memory, largest process',
    unit: 'MB',
    aim: { kind: 'bound', atMost: 120, statistic: 'p50' },
  },
  idleAll: { title: 'idle memory, all processes', unit: 'MB' },
  after200: { title: 'memory after 200 turns, all processes', unit: 'MB' },
  promptMessages: { title: 'prompt for "hi" with all tools, of it messages', unit: 'tokens' },
  promptWithTools: {
    title: 'prompt for "hi" with all tools, whole',
    unit: 'tokens',
    aim: { kind: 'bound', atMost: 6000, statistic: 'p50' },
  },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof FIGURES;

/** What was measured of one system. */
export type Results = Partial<Record<FigureName, Sample>>;

export type Verdict = 'none' | 'reached' | 'missed';

/** Whether a system reaches the aim of a figure; `none` where there is no aim, or nothing was measured. */
export function judge(figure: Figure, system: SystemName, own: Sample | undefined, bare: Sample | undefined): Verdict {
  const { aim } = figure;
  if (aim === undefined || own === undefined || system === 'bare') return 'none';
  if (aim.kind === 'bound') return (own[aim.statistic] ?? own.p50) <= aim.atMost ? 'reached' : 'missed';
  const atMost = aim.atMost[system];
  if (atMost === undefined || bare === undefined) return 'none';
  return own.p50 <= atMost * bare.p50 ? 'reached' : 'missed';
}
