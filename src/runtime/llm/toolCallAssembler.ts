import type { ReceivedToolCall } from './completion.js';
import type { ToolCallFragment } from './wireSchema.js';

interface Slot {
  readonly index: number | null;
  id: string;
  name: string;
  arguments: string;
}

/** Joins the fragments of streamed tool calls. */
export interface ToolCallAssembler {
  add(fragment: ToolCallFragment): void;
  /** The calls: those with an index by index, then those without in order of appearance. */
  calls(): readonly ReceivedToolCall[];
  /** Characters of arguments so far. */
  size(): number;
}

function isWholeObject(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A fragment belongs to the slot of its `index`; without an index to the slot of its id; with neither to the slot that
 * was touched last. Later ids and names overwrite, arguments append. Slots without an index never share the numbers of
 * real indexes. One departure, for endpoints that send every parallel call under index 0: a fragment with a name and
 * another id, after a call whose arguments are a whole JSON object, starts a call of its own.
 */
export function createToolCallAssembler(): ToolCallAssembler {
  const slots: Slot[] = [];
  const byIndex = new Map<number, Slot>();
  const byId = new Map<string, Slot>();
  let last: Slot | null = null;
  let size = 0;

  const open = (index: number | null): Slot => {
    const slot = { index, id: '', name: '', arguments: '' };
    slots.push(slot);
    if (index !== null) byIndex.set(index, slot);
    return slot;
  };

  const slotOf = (fragment: ToolCallFragment, id: string, name: string): Slot => {
    if (typeof fragment.index === 'number') {
      const slot = byIndex.get(fragment.index);
      if (slot === undefined) return open(fragment.index);
      const isAnother = id !== '' && slot.id !== '' && id !== slot.id && name !== '';
      return isAnother && isWholeObject(slot.arguments) ? open(fragment.index) : slot;
    }
    if (id !== '') return byId.get(id) ?? open(null);
    return last ?? open(null);
  };

  return {
    add: (fragment) => {
      const id = fragment.id ?? '';
      const name = fragment.function?.name ?? '';
      const slot = slotOf(fragment, id, name);
      if (id !== '') {
        slot.id = id;
        byId.set(id, slot);
      }
      if (name !== '') slot.name = name;
      const text = fragment.function?.arguments ?? '';
      slot.arguments += text;
      size += text.length;
      last = slot;
    },
    calls: () =>
      slots
        .map((slot, order) => ({ slot, order }))
        .sort((a, b) => rank(a.slot) - rank(b.slot) || a.order - b.order)
        .map(({ slot }) => ({ id: slot.id, name: slot.name, arguments: slot.arguments })),
    size: () => size,
  };
}

function rank(slot: Slot): number {
  return slot.index ?? Number.MAX_SAFE_INTEGER;
}
