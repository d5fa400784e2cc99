import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import type { Sent } from '../../../core/ports/egress.js';
import type { Neighbour } from '../../../core/ports/ledger.js';

/** No-op edits per search (DESIGN.md section 5, "Ambiguous sends"). */
const MAX_PROBES = 10;

/** How far below the resent message one may lie where nothing is known of its time: all private chats count together. */
const WINDOW = 40;

/** Messages sent nearest in time that tell where the lost one may lie, on each side. */
const NEAREST = 8;

/** How far around that place it is looked for: what was on its way at the same moment may have got in first. */
const REACH = 30;

/** Tries of one probe that surely, or harmlessly, failed. */
const PROBE_TRIES = 3;

/** A message that is known to be the double is worth more of them. */
const REMOVE_TRIES = 20;

/** What a no-op edit showed: the message has exactly this content, or it had another one (and has lost it now). */
export type ProbeFinding = 'same' | 'changed';

export interface OrphanSearch {
  readonly resentId: string;
  /** Messages that share the counter of ids, sent around the time of the lost one. */
  readonly around: readonly Neighbour[];
  readonly knownIds: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Edits a message to the content that the lost one has, and notes what that showed; no note: it is not the bot's. */
  readonly probe: (id: string, note: (finding: ProbeFinding) => void) => Promise<Sent>;
  readonly remove: (id: string) => Promise<Sent>;
}

/**
 * Finds the message whose send seemed to have failed, and removes it. "Message is not modified" is the proof: it is the
 * bot's own and has the very content; people's messages cannot be edited at all, and what the ledger knows is not asked.
 * True: the orphan is gone.
 */
export function createOrphanSearch(deps: { clock: Clock; log: Log }): (search: OrphanSearch) => Promise<boolean> {
  const { clock, log } = deps;

  const persist = async (run: () => Promise<Sent>, maxTries: number): Promise<Sent> => {
    let sent = await run();
    for (let tries = 1; tries < maxTries && !sent.ok && sent.kind === 'retry'; tries += 1) {
      await clock.sleep(sent.ms);
      sent = await run();
    }
    return sent;
  };

  return async ({ resentId, around, knownIds, probe, remove }) => {
    const candidates = candidatesOf(Number(resentId), around).map(String);
    const known = new Set([...(await knownIds(candidates)), ...around.map(({ messageId }) => messageId)]);
    const unknown = candidates.filter((id) => !known.has(id));

    for (const id of unknown.slice(0, MAX_PROBES)) {
      let finding = null as ProbeFinding | null;
      const sent = await persist(
        () =>
          probe(id, (found) => {
            finding ??= found;
          }),
        PROBE_TRIES,
      );
      if (finding === 'same') {
        const removed = await persist(() => remove(id), REMOVE_TRIES);
        return removed.ok;
      }
      if (finding === 'changed') {
        // A message of the bot's that the ledger does not know, with other words: another program uses the token, or another
        // turn's lost message. Which one cannot be told, so nothing more is touched.
        log.error({ message: id }, 'a no-op edit changed a message; looking for a lost message is given up');
        return false;
      }
      if (!sent.ok && sent.kind !== 'gone' && sent.kind !== 'refused') return false;
    }
    return false;
  };
}

/**
 * Where the lost message may lie, likeliest first. Ids grow with time, so it lies above what was sent just before it and below
 * what was sent just after; where that is not known, somewhere below its second send.
 */
function candidatesOf(resent: number, around: readonly Neighbour[]): readonly number[] {
  const idsOn = (isBefore: boolean) =>
    around
      .filter((neighbour) => neighbour.isBefore === isBefore)
      .slice(0, NEAREST)
      .map(({ messageId }) => Number(messageId))
      .sort((a, b) => a - b);
  const before = idsOn(true);
  const after = idsOn(false);
  // Half of each side is taken at its word: a message that was itself sent twice has an id that is too high for its time.
  const middle = before[Math.floor((before.length - 1) / 2)];
  if (middle === undefined) {
    return Array.from({ length: WINDOW }, (_, index) => resent - 1 - index).filter((id) => id > 0);
  }
  const end = after.find((id) => id > middle) ?? resent;
  const start = before.findLast((id) => id < end) ?? middle;
  const near = Array.from({ length: 2 * REACH }, (_, index) => start + 1 + index - REACH);
  const distance = (id: number) => (id > start ? id - start : start - id + REACH / 2);
  return near.filter((id) => id > 0 && id < resent && id !== start).sort((a, b) => distance(a) - distance(b));
}
