import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Align, Block, Spans } from './block.js';
import type { Pictures, Written } from './writeProtocol.js';

type ParagraphOptions = Exclude<ConstructorParameters<typeof Paragraph>[0], string>;
type Numbering = { reference: string; levels: NumberingLevel[] };
type NumberingLevel = NonNullable<
  ConstructorParameters<typeof Document>[0]['numbering']
>['config'][number]['levels'][number];

/** A4 with margins of 2.5 cm, in twentieths of a point. */
const PAGE = { width: 11906, height: 16838, margin: 1417 } as const;
const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;
/** Of one level of a list or quote, the same. */
const INDENT = 425;

/** The largest picture, in pixels of 96 to the inch. */
const MAX_PICTURE = { width: 600, height: 800 } as const;

const FONT = 'Calibri';
const CODE_FONT = 'Consolas';
const LINK_COLOUR = '0563C1';
const GREY = '595959';
const PALE = 'F2F2F2';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

const ALIGNMENTS = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT } as const;

/** A Word document of blocks. Lists, headings, tables and links are Word's own, so that they can be worked on. */
export async function writeDocx(title: string, blocks: readonly Block[], pictures: Pictures): Promise<Written> {
  const notes: string[] = [];
  const numbering = new Map<number, Numbering>();
  const children = blocks.flatMap((block) => blockParts(block, pictures, numbering, notes));
  const document = new Document({
    title,
    creator: 'Waggle',
    styles: {
      default: {
        document: { run: { font: FONT, size: 22 }, paragraph: { spacing: { after: 120, line: 264 } } },
      },
    },
    numbering: { config: [...numbering.values()] },
    sections: [
      {
        properties: {
          page: {
            size: { width: PAGE.width, height: PAGE.height },
            margin: { top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin },
          },
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.CENTER,
                children: [new TextRun({ children: [PageNumber.CURRENT], color: GREY, size: 18 })],
              }),
            ],
          }),
        },
        // Word wants a paragraph in every document.
        children: children.length === 0 ? [new Paragraph({})] : children,
      },
    ],
  });
  const buffer = await Packer.toBuffer(document);
  return { bytes: new Uint8Array(buffer), extent: '', notes };
}

function blockParts(
  block: Block,
  pictures: Pictures,
  numbering: Map<number, Numbering>,
  notes: string[],
): (Paragraph | Table)[] {
  const frame = frameOf(block, numbering);
  const sign = signOf(block);
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({
          ...frame,
          heading: HEADINGS[block.level - 1] ?? HeadingLevel.HEADING_6,
          keepNext: true,
          spacing: { before: 240, after: 120 },
          children: [...sign, ...runsOf(block.spans)],
        }),
      ];
    case 'paragraph':
      return [new Paragraph({ ...frame, children: [...sign, ...runsOf(block.spans)] })];
    case 'code':
      return [codeParagraph(block.text, frame)];
    case 'rule':
      return [
        new Paragraph({ ...frame, border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 1, color: GREY } } }),
      ];
    case 'table':
      return [tableOf(block), new Paragraph({ spacing: { after: 60, line: 120, lineRule: LineRuleType.EXACT } })];
    case 'image': {
      const picture = pictures.get(block.path);
      if (picture === undefined || 'problem' in picture) {
        notes.push(picture?.problem ?? `The picture ${block.path} is missing.`);
        return [
          new Paragraph({ ...frame, children: [new TextRun({ text: `[${block.alt || block.path}]`, color: GREY })] }),
        ];
      }
      const scale = Math.min(1, MAX_PICTURE.width / picture.width, MAX_PICTURE.height / picture.height);
      const image = new ImageRun({
        type: picture.type,
        data: picture.bytes,
        transformation: { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) },
        altText: { name: block.alt || block.path, description: block.alt, title: block.alt },
      });
      return [new Paragraph({ ...frame, children: [image] })];
    }
  }
}

/** Place and edge of a block's paragraphs. */
function frameOf(block: Block, numbering: Map<number, Numbering>): ParagraphOptions {
  const { depth, quotes, marker } = block;
  const level = depth - 1;
  const left = (depth + quotes) * INDENT;
  const quote =
    quotes === 0 ? {} : { border: { left: { style: BorderStyle.SINGLE, size: 18, space: 10, color: 'BFBFBF' } } };
  if (marker === undefined || !isNumbered(block)) {
    return { ...quote, ...(left === 0 ? {} : { indent: { left, ...(marker === undefined ? {} : { hanging: 284 }) } }) };
  }
  const { number, list } = marker;
  if (!numbering.has(list)) {
    const style = { paragraph: { indent: { left, hanging: 340 } } };
    const common = { level, alignment: AlignmentType.LEFT, style };
    numbering.set(list, {
      reference: `list-${list}`,
      levels: [
        number === null
          ? { ...common, format: LevelFormat.BULLET, text: '•' }
          : { ...common, format: LevelFormat.DECIMAL, text: `%${depth}.`, start: number },
      ],
    });
  }
  return { ...quote, numbering: { reference: `list-${list}`, level } };
}

/** Boxes are written out: Word has no list of them. */
function isNumbered({ marker }: Block): boolean {
  return marker !== undefined && (marker.text === '•' || marker.text === `${marker.number}.`);
}

function signOf(block: Block): TextRun[] {
  return block.marker === undefined || isNumbered(block) ? [] : [new TextRun({ text: `${block.marker.text} ` })];
}

function runsOf(spans: Spans, isBold = false): ParagraphChild[] {
  return spans.map(({ text, bold, italic, strike, code, link }): ParagraphChild => {
    if (text === '\n') return new TextRun({ break: 1 });
    const run = new TextRun({
      text,
      bold: isBold || bold === true,
      italics: italic === true,
      strike: strike === true,
      ...(code === true ? { font: CODE_FONT, shading: { type: ShadingType.CLEAR, fill: PALE } } : {}),
      ...(link === undefined ? {} : { color: LINK_COLOUR, underline: {} }),
    });
    return link === undefined ? run : new ExternalHyperlink({ link, children: [run] });
  });
}

function codeParagraph(text: string, frame: ParagraphOptions): Paragraph {
  const lines = text.replace(/\t/g, '    ').split('\n');
  return new Paragraph({
    ...frame,
    spacing: { after: 160, line: 240 },
    shading: { type: ShadingType.CLEAR, fill: PALE },
    children: lines.map(
      (line, i) => new TextRun({ text: line, font: CODE_FONT, size: 19, ...(i === 0 ? {} : { break: 1 }) }),
    ),
  });
}

function tableOf({ rows, align }: Extract<Block, { kind: 'table' }>): Table {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const width = Math.floor(TEXT_WIDTH / columns);
  const cell = (spans: Spans, column: number, isHead: boolean) =>
    new TableCell({
      width: { size: width, type: WidthType.DXA },
      ...(isHead ? { shading: { type: ShadingType.CLEAR, fill: 'E7E6E6' } } : {}),
      margins: { top: 50, bottom: 50, left: 100, right: 100 },
      children: [
        new Paragraph({
          spacing: { after: 0 },
          ...alignmentOf(align[column] ?? null),
          children: runsOf(spans, isHead),
        }),
      ],
    });
  return new Table({
    width: { size: width * columns, type: WidthType.DXA },
    columnWidths: Array.from({ length: columns }, () => width),
    rows: rows.map(
      (row, i) =>
        new TableRow({
          ...(i === 0 ? { tableHeader: true } : {}),
          cantSplit: true,
          children: Array.from({ length: columns }, (_, column) => cell(row[column] ?? [], column, i === 0)),
        }),
    ),
  });
}

function alignmentOf(align: Align): Pick<ParagraphOptions, 'alignment'> {
  return align === null ? {} : { alignment: ALIGNMENTS[align] };
}
