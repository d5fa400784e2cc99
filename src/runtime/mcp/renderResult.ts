import { z } from 'zod';

/** Characters of one result that are kept; longer ones go to a file of the workspace, cut at two million. */
const MAX_CHARS = 400_000;

const resourceSchema = z.object({
  uri: z.string().catch(''),
  mimeType: z.string().nullish().catch(null),
  text: z.string().nullish().catch(null),
  blob: z.string().nullish().catch(null),
});

const blockSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.string().catch(''), mimeType: z.string().catch('unknown') }),
  z.object({ type: z.literal('resource'), resource: resourceSchema }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string().catch(''),
    description: z.string().nullish().catch(null),
  }),
]);
type Block = z.infer<typeof blockSchema>;

/** What a server answers to a call; parts that are of no known kind are named as such. */
export const callResultSchema = z.looseObject({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false),
});
export type McpCallResult = z.infer<typeof callResultSchema>;

/** The result as text for the model. Pictures and other bytes are named with their size: a prompt holds text alone. */
export function renderResult({ content, structuredContent }: McpCallResult): string {
  const parts = content.map((block) => {
    const known = blockSchema.safeParse(block);
    return known.success ? renderBlock(known.data) : '[a part of a kind that cannot be shown]';
  });
  if (structuredContent !== undefined && !content.some((block) => saysTheSame(block, structuredContent))) {
    parts.push(JSON.stringify(structuredContent));
  }
  const text = parts.join('\n\n');
  return text.length <= MAX_CHARS
    ? text
    : `${text.slice(0, MAX_CHARS)}\n[cut: the server sent ${text.length} characters]`;
}

function renderBlock(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}, ${sizeOf(block.data)}; it cannot be shown here]`;
    case 'resource': {
      const { uri, text, blob, mimeType } = block.resource;
      if (typeof text === 'string') return `Resource ${uri}:\n${text}`;
      return `[resource ${uri}, ${mimeType ?? 'unknown kind'}, ${sizeOf(blob ?? '')}; it cannot be shown here]`;
    }
    case 'resource_link':
      return `Resource ${block.uri} (${[block.name, block.description ?? ''].filter((part) => part !== '').join(': ')})`;
  }
}

/** Of bytes as base64. */
function sizeOf(data: string): string {
  const bytes = Math.floor((data.length * 3) / 4);
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;
}

/** Servers repeat structured content as text, whole or its one field, for clients that do not know it. */
function saysTheSame(block: unknown, structured: unknown): boolean {
  const known = blockSchema.safeParse(block).data;
  if (known?.type !== 'text') return false;
  const fields = typeof structured === 'object' && structured !== null ? Object.values(structured) : [];
  if (fields.length === 1 && fields[0] === known.text) return true;
  try {
    return JSON.stringify(JSON.parse(known.text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}
