import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Writes one event as a line on stdout. */
export function printLine(event: string, fields: object = {}): void {
  process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
}

/** Reads one JSON object from the command line, `{}` without one; a wrong one ends the process with 78. */
export function readOptions<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  const parsed = parseLine(schema, process.argv[2] ?? '{}');
  if (parsed.ok) return parsed.value;
  printLine('error', { message: parsed.message });
  process.exit(78);
}

/**
 * Runs one command per line of stdin, one after the other, until the input ends or the process is told to stop. A line that
 * is no command, or a command that fails, becomes an `error` event.
 */
export async function runCommands<Schema extends z.ZodType>(
  schema: Schema,
  run: (command: z.output<Schema>) => void | Promise<void>,
  close: () => Promise<void>,
): Promise<void> {
  const lines = createInterface({ input: process.stdin });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => lines.close());
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const parsed = parseLine(schema, line);
    try {
      if (parsed.ok) await run(parsed.value);
      else printLine('error', { message: parsed.message });
    } catch (error) {
      printLine('error', { message: error instanceof Error ? error.message : String(error) });
    }
  }
  await close();
}

function parseLine<Schema extends z.ZodType>(
  schema: Schema,
  line: string,
): { ok: true; value: z.output<Schema> } | { ok: false; message: string } {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { ok: false, message: `No JSON: ${line}` };
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, message: z.prettifyError(parsed.error) };
}
