import { toWaggleError } from '../../core/errors.js';
import { logTurnEvent, type TurnEventPayload } from './turnEvents.js';

type Fields = Omit<TurnEventPayload, 'stage'>;

/**
 * Tells `<stage>.enter` and `<stage>.exit` around some work; how long it took is the time between them. An exit by an
 * error names its code.
 *
 * @throws whatever the work throws
 */
export async function traceStage<Result>(
  turnId: string | undefined,
  stage: string,
  fields: Fields,
  work: () => Promise<Result>,
  describe: (result: Result) => Fields,
): Promise<Result> {
  logTurnEvent(turnId, { ...fields, stage: `${stage}.enter` });
  try {
    const result = await work();
    logTurnEvent(turnId, { ...describe(result), stage: `${stage}.exit` });
    return result;
  } catch (thrown) {
    logTurnEvent(turnId, { error: toWaggleError(thrown).code, stage: `${stage}.exit` });
    throw thrown;
  }
}
