import { createHash } from 'node:crypto';
import { z } from 'zod';
import { scanForInjection } from '../safety/scanForInjection.js';
import { RefusedTool } from './refusedTool.js';
import { readToolSchema, type ToolSchema } from './toolSchema.js';

/** Characters of a description that the model reads. */
const MAX_DESCRIPTION_CHARS = 1_200;

/** Read leniently, tool by tool: one odd tool costs no other. */
const toolSchema = z.object({
  name: z.string().min(1).max(200),
  description: z.string().catch(''),
  inputSchema: z.unknown().optional(),
  annotations: z
    .object({ destructiveHint: z.boolean().nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** A tool as its server describes it, read and found harmless. */
export interface McpToolCard extends Pick<ToolSchema, 'args' | 'parameters'> {
  readonly name: string;
  readonly description: string;
  /** The server itself says that it destroys: that counts. That it only reads would not. */
  readonly isDestructive: boolean;
  /** Changes with anything that the model is told. */
  readonly fingerprint: string;
}

/** The name in what may be a description of a tool. */
export function nameIn(given: unknown): string | null {
  return toolSchema.safeParse(given).data?.name ?? null;
}

/**
 * Reads a server's description of a tool. All of it ends in the prompt, so that a description that tries to steer the agent is refused
 * as a whole: the tool is not on offer.
 *
 * @throws RefusedTool
 */
export function readTool(given: unknown): McpToolCard {
  const parsed = toolSchema.safeParse(given);
  if (!parsed.success) throw new RefusedTool('its description is malformed');
  const { name, annotations } = parsed.data;
  const description = withoutInvisible(parsed.data.description).trim().slice(0, MAX_DESCRIPTION_CHARS);
  const { args, parameters, words } = readToolSchema(parsed.data.inputSchema);
  const flags = [name.replace(/[_-]/g, ' '), parsed.data.description, words.join('\n')].flatMap((text) => {
    const { safe, flags: found } = scanForInjection(text, 'tool_output');
    return safe ? [] : found;
  });
  if (flags.length > 0) {
    throw new RefusedTool(`its description reads like an attack (${[...new Set(flags)].join(', ')})`);
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([description, parameters]))
    .digest('hex');
  return { name, description, args, parameters, isDestructive: annotations?.destructiveHint === true, fingerprint };
}

/** Control and format characters say nothing to people, and to a model what people do not see. */
function withoutInvisible(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '');
}
