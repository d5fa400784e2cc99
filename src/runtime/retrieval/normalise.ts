/** A final text as it is given on, and what was done to it. */
export interface Normalised {
  readonly text: string;
  readonly actions: readonly string[];
}

const STEPS: readonly { readonly name: string; readonly apply: (text: string) => string }[] = [
  { name: 'reasoning-removed', apply: (text) => text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '') },
  { name: 'fence-removed', apply: (text) => /^\s*```(?:\w+)?\n([\s\S]*?)\n```\s*$/.exec(text)?.[1] ?? text },
  { name: 'label-removed', apply: (text) => text.replace(/^\s*(?:final answer|answer|response)\s*:\s*/i, '') },
  { name: 'line-ends-unified', apply: (text) => text.replace(/\r\n?/g, '\n') },
  { name: 'blank-lines-folded', apply: (text) => text.replace(/\n{3,}/g, '\n\n') },
];

/** The preset for production: what models wrap around an answer is taken off; the answer itself is not touched. */
export function normaliseFinalText(raw: string): Normalised {
  const actions: string[] = [];
  let text = raw;
  for (const { name, apply } of STEPS) {
    const next = apply(text);
    if (next.trim() === '' || next === text) continue;
    text = next;
    actions.push(name);
  }
  const trimmed = text.trim();
  if (trimmed !== text) actions.push('trimmed');
  return { text: trimmed, actions };
}
