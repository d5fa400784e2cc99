import { z } from 'zod';
import { escapeMrkdwn } from '../render/mrkdwn.js';

const nodeSchema = z.looseObject({ type: z.string().nullish() });
type Node = z.infer<typeof nodeSchema>;

/** Deeper than any message of Slack's; what lies below it is not read. */
const MAX_DEPTH = 12;

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value)
    ? value.flatMap((item) => {
        const parsed = nodeSchema.safeParse(item);
        return parsed.success ? [parsed.data] : [];
      })
    : [];
}

function node(value: unknown): Node | null {
  return nodes([value])[0] ?? null;
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n');
}

/** The text of blocks, in Slack's own markup: what a message says whose `text` says less. */
export function textOfBlocks(blocks: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) return '';
  return lines(nodes(blocks).map((block) => textOfBlock(block, depth)));
}

function textOfBlock(block: Node, depth: number): string {
  switch (block.type) {
    case 'rich_text':
    case 'rich_text_list':
      return lines(
        nodes(block.elements).map(
          (part) => (block.type === 'rich_text_list' ? '• ' : '') + textOfBlock(part, depth + 1),
        ),
      );
    case 'rich_text_section':
    case 'rich_text_quote':
    case 'rich_text_preformatted':
      return nodes(block.elements).map(textOfInline).join('');
    case 'header':
    case 'section':
      return lines([textOfObject(block.text), ...nodes(block.fields).map(textOfObject)]);
    case 'context':
      return nodes(block.elements).map(textOfObject).filter(Boolean).join(' ');
    case 'markdown':
      return escapeMrkdwn(text(block.text));
    case 'table':
      return lines((Array.isArray(block.rows) ? block.rows : []).map((row) => textOfRow(row, depth)));
    case 'image':
    case 'video':
      return textOfObject(block.title) || escapeMrkdwn(text(block.alt_text));
    default:
      return '';
  }
}

function textOfRow(row: unknown, depth: number): string {
  return nodes(row)
    .map((cell) => (cell.type === 'rich_text' ? textOfBlock(cell, depth + 1) : escapeMrkdwn(text(cell.text))))
    .join(' | ');
}

function textOfObject(value: unknown): string {
  const object = node(value);
  if (object === null) return '';
  return object.type === 'mrkdwn' ? text(object.text) : escapeMrkdwn(text(object.text));
}

function textOfInline(element: Node): string {
  switch (element.type) {
    case 'link': {
      const label = text(element.text);
      return label === '' ? `<${text(element.url)}>` : `<${text(element.url)}|${escapeMrkdwn(label)}>`;
    }
    case 'user':
      return `<@${text(element.user_id)}>`;
    case 'usergroup':
      return `<!subteam^${text(element.usergroup_id)}>`;
    case 'channel':
      return `<#${text(element.channel_id)}>`;
    case 'broadcast':
      return `<!${text(element.range)}>`;
    case 'emoji':
      return `:${text(element.name)}:`;
    case 'date':
      return escapeMrkdwn(text(element.fallback));
    default:
      return escapeMrkdwn(text(element.text));
  }
}

/** Previews of links that Slack adds by itself: not what the author said. */
function isPreview(attachment: Node): boolean {
  const isShared = attachment.is_share === true || attachment.is_msg_unfurl === true;
  return !isShared && text(attachment.from_url) !== '';
}

/** The text of attachments, in Slack's own markup: alerts of integrations, forwarded messages. */
export function textOfAttachments(attachments: unknown): string {
  return lines(
    nodes(attachments)
      .filter((attachment) => !isPreview(attachment))
      .map(textOfAttachment),
  );
}

function textOfAttachment(attachment: Node): string {
  const { pretext, author_name, title, title_link, text: said, fields, blocks, message_blocks, fallback } = attachment;
  const link = text(title_link);
  const heading = link === '' ? text(title) : `<${link}|${text(title) || link}>`;
  const shared = nodes(message_blocks).map((shown) => textOfBlocks(node(shown.message)?.blocks));
  const body = lines([
    text(pretext),
    text(author_name),
    heading,
    text(said) || lines([textOfBlocks(blocks), ...shared]),
    ...nodes(fields).map((field) => `${text(field.title)}: ${text(field.value)}`),
  ]);
  return body === '' ? text(fallback) : body;
}
