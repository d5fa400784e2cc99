/** How near a turn is to its last round. */
export type IterationPressure = 'caution' | 'warning';

/** Tenths of the rounds from which on there is pressure, both inclusive (spec runtime 7.5). */
const CAUTION_TENTHS = 7;
const WARNING_TENTHS = 9;

/** Turns with fewer rounds than this get no hint: it would come at once. */
const MIN_ROUNDS = 20;

/** The pressure after `used` of `max` rounds, or null. */
export function iterationPressure(max: number, used: number): IterationPressure | null {
  if (used * 10 >= max * WARNING_TENTHS) return 'warning';
  return used * 10 >= max * CAUTION_TENTHS ? 'caution' : null;
}

/** The line that goes with the first result of the round in which the pressure rises, else null. */
export function pressureLine(max: number, used: number): string | null {
  const pressure = iterationPressure(max, used);
  if (max < MIN_ROUNDS || pressure === null || pressure === iterationPressure(max, used - 1)) return null;
  const left = max - used;
  return pressure === 'caution'
    ? `[Rounds: ${used} of ${max} used. Start to bring the work to its end.]`
    : `[Rounds: only ${left} of ${max} left. Finish now: answer with what you have and say what is open.]`;
}
