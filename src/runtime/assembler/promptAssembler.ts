import type { ModelTier } from '../model/modelTable.js';
import type { ContextFrames, RecalledMemory } from './contextFrames.js';
import { detectTaskShape } from './detectTaskShape.js';
import { type Frame, selectFrames } from './frames.js';
import type { ScaffoldStyle } from './scaffoldTexts.js';
import { DEFAULT_CONFIDENCE_THRESHOLD, selectScaffold } from './selectScaffold.js';
import type { ShapeType, TaskShape } from './taskShape.js';

/** Contract default of `maxSystemChars`, about 8,000 tokens. */
const DEFAULT_MAX_SYSTEM_CHARS = 32_000;
const SEPARATOR = '\n\n';

export const SECTION_TITLES = [
  'Identity',
  'Persona',
  'State',
  'Recent changes',
  'Active work',
  'Personal preferences',
  'Recalled memory',
  'Response format',
] as const;
export type SectionTitle = (typeof SECTION_TITLES)[number];

/** Whole sections go in this order while the text is too long; the others are never cut. */
const TRIM_ORDER: readonly SectionTitle[] = ['Recent changes', 'Active work', 'State'];

export interface AssemblerInput {
  readonly corePrompt: string;
  readonly persona: { readonly name: string; readonly tagline?: string; readonly description: string } | null;
  readonly context: ContextFrames;
  readonly recalled: RecalledMemory;
  readonly query: string;
  readonly tier: ModelTier;
  readonly taskShape?: TaskShape;
}

export interface AssemblerOptions {
  readonly taskShape?: TaskShape;
  readonly tierOverride?: ModelTier;
  readonly maxSystemChars?: number;
  readonly confidenceThreshold?: number;
  readonly scaffoldStyle?: ScaffoldStyle;
}

export interface AssembledSection {
  readonly title: SectionTitle;
  /** The title's heading included. */
  readonly text: string;
}

/** What the assembler decided, for the debug log. */
export interface AssemblyRecord {
  readonly tier: ModelTier;
  readonly taskShape: ShapeType;
  readonly taskShapeConfidence: number;
  readonly scaffoldApplied: boolean;
  readonly scaffoldStyle: ScaffoldStyle;
  readonly sectionsIncluded: readonly SectionTitle[];
  /** Sections that had to go because the text was too long. */
  readonly sectionsTrimmed: readonly { readonly title: SectionTitle; readonly chars: number }[];
  readonly framesUsed: number;
  readonly totalChars: number;
}

export interface AssembledPrompt {
  readonly system: string;
  /** Empty; the contract has the field. */
  readonly userPrefix: string;
  readonly responseScaffold: string | null;
  /** What `system` is made of, in order. */
  readonly sections: readonly AssembledSection[];
  readonly debug: AssemblyRecord;
}

function heading(title: SectionTitle, body: string): AssembledSection {
  return { title, text: body.startsWith(`# ${title}`) ? body : `# ${title}\n${body}` };
}

const frameLine = ({ importance, text }: Frame) => `- [${importance}] ${text}`;

function join(sections: readonly AssembledSection[]): string {
  return sections.map(({ text }) => text).join(SEPARATOR);
}

function trimToFit(sections: readonly AssembledSection[], maxChars: number): readonly AssembledSection[] {
  let kept = sections;
  for (const title of TRIM_ORDER) {
    if (join(kept).length <= maxChars) return kept;
    kept = kept.filter((section) => section.title !== title);
  }
  return kept;
}

/**
 * Assembles a system prompt to fit the model's tier and the shape of the task (contract: agent runtime 9). Only whole
 * sections are left out, so the text may stay above `maxSystemChars`.
 */
export function assemblePrompt(input: AssemblerInput, options: AssemblerOptions = {}): AssembledPrompt {
  const tier = options.tierOverride ?? input.tier;
  const shape = options.taskShape ?? input.taskShape ?? detectTaskShape(input.query);
  const style = options.scaffoldStyle ?? 'compression';
  const threshold = options.confidenceThreshold ?? DEFAULT_CONFIDENCE_THRESHOLD;
  const scaffold = selectScaffold({ style, tier, shape, threshold });

  const { context, recalled, persona } = input;
  const frames = {
    State: selectFrames(context.stateFrames, tier),
    'Recent changes': selectFrames(context.recentChanges, tier),
    'Recalled memory': recalled.scanSafe
      ? [...selectFrames(recalled.workspace, tier), ...selectFrames(recalled.personal, tier)]
      : [],
  };
  const activeWork = [...context.activeWork].sort((a, b) => b.priority - a.priority);
  const bodies: Readonly<Record<SectionTitle, readonly string[]>> = {
    Identity: [input.corePrompt],
    Persona: persona === null ? [] : [persona.name, persona.tagline ?? '', persona.description],
    State: frames.State.map(frameLine),
    'Recent changes': frames['Recent changes'].map(frameLine),
    'Active work': activeWork.map(({ category, content }) => `- [${category}] ${content}`),
    'Personal preferences': context.personalPreferences.map((text) => `- ${text}`),
    'Recalled memory': frames['Recalled memory'].map(frameLine),
    'Response format': scaffold === null ? [] : [scaffold],
  };
  const sections = SECTION_TITLES.flatMap((title) => {
    const body = bodies[title].filter((line) => line !== '').join('\n');
    return body === '' ? [] : [heading(title, body)];
  });
  const kept = trimToFit(sections, options.maxSystemChars ?? DEFAULT_MAX_SYSTEM_CHARS);
  const isKept = (title: SectionTitle) => kept.some((section) => section.title === title);
  const system = join(kept);
  return {
    system,
    userPrefix: '',
    responseScaffold: scaffold,
    sections: kept,
    debug: {
      tier,
      taskShape: shape.type,
      taskShapeConfidence: shape.confidence,
      scaffoldApplied: scaffold !== null,
      scaffoldStyle: style,
      sectionsIncluded: kept.map(({ title }) => title),
      sectionsTrimmed: sections
        .filter(({ title }) => !isKept(title))
        .map(({ title, text }) => ({ title, chars: text.length })),
      framesUsed: (['State', 'Recent changes', 'Recalled memory'] as const)
        .filter(isKept)
        .reduce((total, title) => total + frames[title].length, 0),
      totalChars: system.length,
    },
  };
}
