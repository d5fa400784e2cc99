import { z } from 'zod';

const OLLAMA_URL = 'http://127.0.0.1:11434';
const TIMEOUT_MS = 300;

/** The base URL of a local Ollama that answers, or null. Only mentioned to the operator, never chosen for him. */
export async function findOllama(): Promise<string | null> {
  try {
    const response = await fetch(`${OLLAMA_URL}/api/version`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body: unknown = await response.json();
    return z.object({ version: z.string() }).safeParse(body).success ? `${OLLAMA_URL}/v1` : null;
  } catch {
    // Nothing listens there: the usual case, and nothing to report.
    return null;
  }
}
