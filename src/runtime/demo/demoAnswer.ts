import type { DemoRequest } from './demoRequest.js';
import { CHECKING, CORRECTION, correctionText, FALSE_CLAIM, HELP, INTRODUCTION, LONG, MARKDOWN } from './demoTexts.js';

/** One answer of the demo model: text, and perhaps a tool call after it. */
export interface DemoAnswer {
  readonly text: string;
  readonly call: { readonly name: string; readonly arguments: string } | null;
}

const say = (text: string): DemoAnswer => ({ text, call: null });
const use = (text: string, name: string, args: Record<string, unknown>): DemoAnswer => ({
  text,
  call: { name, arguments: JSON.stringify(args) },
});

function reportResult(tool: string, result: string): string {
  if (tool === 'run_check') return correctionText(result);
  if (tool === 'get_time') {
    const local = /"local":"([^"]+)"/.exec(result)?.[1];
    return local === undefined ? `The clock did not answer: ${result}` : `It is ${local}.`;
  }
  if (tool === 'save_memory') {
    if (result.startsWith('Saved')) return 'Noted. I will still know it tomorrow: ask me *what do you remember*.';
    return result.startsWith('Already') ? 'I knew that already.' : `That did not work: ${result}`;
  }
  if (tool === 'search_memory') {
    return result.startsWith('- ')
      ? `This is what I remember:\n\n${result}`
      : 'I remember nothing yet. Try *remember that I like tea*.';
  }
  return `The tool answered: ${result}`;
}

function remembered(asked: string): string | null {
  return (
    /^(?:please )?remember(?: that)?[:,]? +(.{2,})$/is.exec(asked.replace(/^"[^"]*" says: /, ''))?.[1]?.trim() ?? null
  );
}

function choose(request: DemoRequest): DemoAnswer {
  const { asked, offers } = request;
  const fact = remembered(asked);
  if (fact !== null && offers('save_memory')) return use('Let me write that down.', 'save_memory', { content: fact });
  if (/\bwhat do you (?:remember|know about me)\b/i.test(asked) && offers('search_memory')) {
    return use('Let me look.', 'search_memory', { query: '' });
  }
  if (/\btime\b|\bwhat day\b|\bdate\b/i.test(asked) && offers('get_time'))
    return use('Let me look at the clock.', 'get_time', {});
  if (/\bgate\b/i.test(asked)) return say(FALSE_CLAIM);
  if (/\blong\b/i.test(asked)) return say(LONG);
  if (/\bmarkdown\b/i.test(asked)) return say(MARKDOWN);
  if (asked === '' || /^\W*(?:help|hi|hello|hey|start|\?)\W*$/i.test(asked)) return say(HELP);
  return say(
    `You said: ${quote(asked)}\n\nA real model would answer that; I can only repeat it. Say *help* to see what I can show.`,
  );
}

function quote(asked: string): string {
  const short = asked.length > 1000 ? `${asked.slice(0, 1000)} ...` : asked;
  return short
    .split('\n')
    .map((line) => `\n> ${line}`)
    .join('');
}

/** What the demo model answers: the same to the same request. */
export function demoAnswer(request: DemoRequest): DemoAnswer {
  if (request.answered !== null)
    return say(withIntroduction(request, reportResult(request.answered.tool, request.answered.result)));
  if (request.isCorrected) {
    return request.offers('run_check') ? use(CHECKING, 'run_check', {}) : say(withIntroduction(request, CORRECTION));
  }
  const answer = choose(request);
  // The introduction stands in the answer itself, not in the narration before a tool call, which is not kept.
  return answer.call === null && answer.text !== FALSE_CLAIM
    ? { ...answer, text: withIntroduction(request, answer.text) }
    : answer;
}

function withIntroduction(request: DemoRequest, text: string): string {
  return request.isFirst ? `${INTRODUCTION}\n\n${text}` : text;
}
