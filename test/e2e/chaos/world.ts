import type { WaitOptions } from '../../platforms/watch.js';
import type { SeededRandom } from '../../setup/seededRandom.js';
import type { Settings } from '../gateways.js';
import type { CallOrder } from './callOrder.js';

/** A file that a person sends and wants back. */
export interface ChaosFile {
  readonly name: string;
  readonly bytes: Buffer;
  /**
   * `fine`: comes and goes, whatever strikes on its way. `huge`: larger than the platform hands out. `gone`: the platform has it
   * no more. `unwanted`: the platform does not take it back.
   */
  readonly fate: 'fine' | 'huge' | 'gone' | 'unwanted';
}

/** What a person does besides writing: gives a command, presses a button, asks by a menu. */
export interface Doing {
  readonly what: string;
  /** What answers it: the model, like any question, or always these words. */
  readonly answer: 'model' | string;
  /**
   * Resolves when the platform has said what became of it. `taken`: it is to be answered once. `failed`: the person was told that
   * it did not work, and nothing must come of it. `unsure`: the person was told so, but it may have been taken.
   */
  run(question: string): Promise<'taken' | 'failed' | 'unsure'>;
}

/** One conversation, as the people in it see it. */
export interface ChaosPlace {
  /** As the lane watch knows it: c0, c1, ... */
  readonly name: string;
  /** Somebody asks the bot. */
  say(text: string): void;
  /** Somebody asks the bot and adds a file. */
  attach(text: string, file: ChaosFile): void;
  readonly doings: readonly Doing[];
  /** Whether nothing can be written there: everything is asked by a doing. */
  readonly isMute?: boolean;
  /** What the bot's messages show now, oldest first; one with a file as `fileLine` has it. */
  shown(): readonly string[];
  /** First words of all that rang, files aside. */
  rung(): readonly string[];
  /** What the platform had to mend in the bot's messages. */
  altered(): readonly string[];
}

/** How a message with a file is told in `ChaosPlace.shown`. */
export const fileLine = (name: string) => `[file ${name}]`;

/** A conversation to which something happens in the middle of a turn. */
export interface WildPlace extends ChaosPlace {
  readonly what: string;
  /** Id of the chat's lane; those of its threads begin with it. */
  readonly lane: string;
  befall(): void;
  /** Undoes it. Null: it stays as it is, and nothing more is asked there. */
  readonly mend: (() => void) | null;
  /** What shall be seen of the answer that was struck: all of it, or what came through. */
  readonly expects: 'whole' | 'part';
  /** Whether what stands there already can still be edited: then an answer that was begun is completed. */
  readonly takesEdits?: boolean;
  /** How many calls were made about it. */
  calls(): number;
}

/** One platform with everything that chaos needs. */
export interface ChaosWorld {
  readonly settings: Settings;
  readonly places: readonly ChaosPlace[];
  readonly wild: readonly WildPlace[];
  /** The share of answers that grow; the others come in one go, because the platform allows too few edits. */
  readonly growing: number;
  /**
   * In which order a place's answers stand: as their questions were posted, or, where the platform brings what got lost on its
   * way seconds later, as the questions arrived.
   */
  readonly order: 'posted' | 'arrived';
  /** Resolves when the gateway listens. */
  ready(): Promise<void>;
  waitFor(probe: () => boolean, options: WaitOptions): Promise<unknown>;
  /** Lets faults strike from now on. */
  inject(random: SeededRandom): void;
  /** One thing that befalls the way in, or all calls for a moment. */
  disturb(random: SeededRandom): void;
  /** Ends all faults. */
  calm(): void;
  /** Whether a message of the place may be sent once more by now, and then stand below later ones. */
  mayResend(place: ChaosPlace): boolean;
  /** How many doubles a place may show because its sends were lost. */
  doublesOf(place: ChaosPlace): number;
  /** How many more there may be in all, because a kill came between a send and what the gateway knew of it. */
  doublesByKills(killedAt: readonly number[]): number;
  /** What helps to understand a run that failed. */
  describe(): string;
  calls(): number;
  /** The faults that struck: what was called, and how it failed. */
  struck(): readonly string[];
  /** What must hold at the end on this platform: nothing refused, no closed gate, nothing left "thinking". */
  expectClean(killedAt: readonly number[], order: CallOrder): void;
  close(): Promise<void>;
}
