import { MODEL_WINDOWS, UNKNOWN_WINDOW } from './modelWindows.js';

/** The context window of a model in tokens. Provider prefixes (`openai/`) do not count. */
export function windowOf(model: string): number {
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  return MODEL_WINDOWS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? UNKNOWN_WINDOW;
}
