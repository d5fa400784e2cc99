import { randomUUID } from 'node:crypto';

/**
 * Something that a stage of a turn has to say: names, counts, times. Message texts never belong here, because it is stored
 * and shown to operators.
 */
export interface TurnEventPayload {
  /** `agent-loop.enter`, `orchestrator.recallMemory.exit` and kin (spec runtime 7.7). */
  readonly stage: string;
  readonly [field: string]: string | number | boolean | null | readonly string[];
}

export type CapturedTurnEvent = TurnEventPayload & { readonly turnId: string };

type Listener = (payload: TurnEventPayload) => void;

const listeners = new Map<string, Set<Listener>>();
let capture: CapturedTurnEvent[] | null = null;

/** A new turn id (UUID v4). It is made once, at ingress, and handed on by parameter through every stage. */
export function generateTurnId(): string {
  return randomUUID();
}

/** Tells what a stage did. Without a turn id it says nothing, so that code which runs outside a turn needs no condition. */
export function logTurnEvent(turnId: string | undefined, payload: TurnEventPayload): void {
  if (turnId === undefined) return;
  capture?.push({ ...payload, turnId });
  for (const listener of listeners.get(turnId) ?? []) listener(payload);
}

/** Listens to one turn. Returns what ends it. */
export function listenToTurn(turnId: string, listener: Listener): () => void {
  const ofTurn = listeners.get(turnId) ?? new Set();
  listeners.set(turnId, ofTurn.add(listener));
  return () => {
    ofTurn.delete(listener);
    if (ofTurn.size === 0) listeners.delete(turnId);
  };
}

/** Keeps all events from now on, for tests; what an earlier capture had is gone. */
export function startTurnCapture(): void {
  capture = [];
}

/** Ends the capture and returns what it has, in order. */
export function stopTurnCapture(): readonly CapturedTurnEvent[] {
  const events = capture ?? [];
  capture = null;
  return events;
}
