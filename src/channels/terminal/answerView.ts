import type { Root } from 'mdast';
import type { ClientEvent } from './chatClient.js';

/** Shows one answer as its events come. */
export interface AnswerView {
  apply(event: ClientEvent): void;
  /** A line about the turn that is not part of the answer, shown until the next thing happens. */
  status(text: string): void;
  /** Leaves the place clean for a prompt, whatever has been shown. */
  end(): void;
}

/** Markdown as a terminal shows it. */
export type RenderMarkdown = (tree: Root, options: { readonly width: number; readonly colour: boolean }) => string;
