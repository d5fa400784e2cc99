import { type Drawing, escapeHtml } from './html.js';

/** Width of a phone held upright, in its pixels. */
export const PHONE_WIDTH = 390;

/** A chat as a page: the platform's name, the question, the answer's messages. */
export function pageOf(title: string, question: string, { style, messages }: Drawing): string {
  return `<!doctype html>
    <meta charset="utf-8">
    <style>
      :root { --sans: "Liberation Sans", Arial, sans-serif; --mono: "Liberation Mono", "DejaVu Sans Mono", monospace; }
      * { box-sizing: border-box; }
      body { margin: 0; width: ${PHONE_WIDTH}px; font: 15px/1.38 var(--sans); color: #111; background: #fff; }
      h1 { margin: 0; padding: 10px 14px; font-size: 17px; text-align: center; border-bottom: 1px solid #dcdcdc; background: #f7f7f7; }
      .chat { display: flex; flex-direction: column; gap: 10px; align-items: flex-start; }
      .message { max-width: 100%; }
      code { font-family: var(--mono); font-size: 13px; }
      a { text-decoration: none; }
      ${style}
    </style>
    <h1>${escapeHtml(title)}</h1>
    <div class="chat">
      <div class="asked">${escapeHtml(question)}</div>
      ${messages.map((message) => `<div class="message">${message}</div>`).join('\n')}
    </div>`;
}
