import { GrammyError } from 'grammy';

/** What a failed call of a grammY client was answered: code, description and parameters. Throws when it did not fail so. */
export async function apiErrorOf(
  call: Promise<unknown>,
): Promise<{ code: number; description: string; parameters: unknown }> {
  const failure = await call.then(
    (result) => new Error(`The call succeeded: ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );
  if (!(failure instanceof GrammyError)) throw failure;
  return { code: failure.error_code, description: failure.description, parameters: failure.parameters };
}
