import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import type { ClosedPlace } from '../core/ports/egress.js';
import type { Governor } from './governor.js';
import { parseMarkdown } from './markdown/parse.js';
import type { ReplyTarget } from './replyTarget.js';

/** Chunks of the sentence that tells elsewhere, one for each place that it was tried in. */
const CHUNK = 'elsewhere:';

/** The lane is not held up for longer, milliseconds. */
const PATIENCE_MS = 20_000;

/** Pause after a call that surely was not delivered, milliseconds. */
const RETRY_MS = 1_000;

/**
 * Says once where the bot may still write that an answer could not be shown in its place: only that, nothing of the answer.
 * An earlier attempt of the turn may have said so already. Never rejects for what a platform answers.
 */
export async function tellElsewhere(
  { places, name, link, why }: ClosedPlace,
  deps: { governor: Governor; clock: Clock; log: Log; target: ReplyTarget },
  signal: AbortSignal,
): Promise<void> {
  const { governor, clock, log, target } = deps;
  const { egress, speaker, wording } = target;
  if (target.deliveries.some(({ chunk }) => chunk.startsWith(CHUNK))) return;
  const label = name === null ? wording.text('topic-unnamed', {}) : `“${asPlainText(name)}”`;
  const place = link === null ? label : `[${label}](${link})`;
  const rendered = egress.render(parseMarkdown(wording.text(`topic-${why}`, { place })));
  const deadline = clock.now() + PATIENCE_MS;

  for (const [i, address] of places.entries()) {
    const chunk = `${CHUNK}${i}`;
    const call = { speaker, address, chunk, kind: 'send', rank: 'final', payload: rendered.payload } as const;
    const options = { silent: false, replyTo: null, nonce: `${speaker.turn}/${chunk}`, stopButton: null, choices: [] };
    for (;;) {
      const result = await governor.attempt(call, egress, (timeout) =>
        egress.send(address, rendered, options, timeout),
      );
      if (result.kind === 'lost') return;
      if (result.kind === 'done') {
        const { sent } = result;
        // An answer that was lost counts as told: twice would be worse than not at all.
        if (sent.ok || sent.kind === 'unknown') return;
        if (sent.kind !== 'wait' && sent.kind !== 'retry') {
          log.info(
            { turn: speaker.turn, err: sent.cause },
            'not even elsewhere can the chat be told of a closed topic',
          );
          break;
        }
      }
      const ms = result.kind === 'wait' ? result.ms : 'ms' in result.sent ? result.sent.ms : RETRY_MS;
      if (clock.now() + ms > deadline || signal.aborted) return;
      await clock.sleep(ms, signal).catch(() => {});
    }
  }
}

/** A name from outside, shown as it is and never as markup. */
function asPlainText(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()#+\-.!|<>~&$:/@]/g, '\\$&');
}
