import type { TurnEventBody } from '../../core/events.js';

/** What a run of the loop tells while it goes: the events of a turn without its beginning and its end. */
export type LoopEvent = Extract<
  TurnEventBody,
  { type: 'text' | 'segmentEnd' | 'reset' | 'toolStart' | 'toolEnd' | 'notice' | 'gate' }
>;
