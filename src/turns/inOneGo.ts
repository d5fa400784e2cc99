import type { TurnEventBody } from '../core/events.js';
import { createShownText } from '../reply/shownText.js';

/**
 * Passes a turn's events on with its text held back to the end, for readers who want answers whole (`/stream off`). What else
 * happens is told as it happens, so that they see that work goes on.
 */
export function inOneGo(emit: (event: TurnEventBody) => void): (event: TurnEventBody) => void {
  const written = createShownText();
  return (event) => {
    switch (event.type) {
      case 'text':
        written.append(event.delta);
        return;
      case 'segmentEnd':
        written.endSegment(event.drop);
        return;
      case 'reset':
        // An earlier attempt may have shown text, before the setting was changed.
        written.reset();
        break;
      case 'final':
      case 'stopped':
        if (event.text !== '') emit({ type: 'text', delta: event.text });
        break;
      case 'question':
      case 'failed': {
        const text = written.source();
        if (text !== '') emit({ type: 'text', delta: text });
        break;
      }
      default:
        break;
    }
    emit(event);
  };
}
