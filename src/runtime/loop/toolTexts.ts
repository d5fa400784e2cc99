import type { CapabilityRoute } from '../capabilities/capabilityRoute.js';

/** Sentences that the model gets instead of a tool's result (spec runtime 2). */

const availableLine = (names: readonly string[]) => `Available tools: ${names.join(', ') || 'none'}`;

export function blockedText(name: string): string {
  return `Tool "${name}" is blocked by your team's governance policy. An admin can allow it; request_team_capability asks for that.`;
}

export function sourceBlockedText(name: string, source: string): string {
  return `Tool "${name}" comes from "${source}", which your team's governance policy does not allow. An admin can allow it; request_team_capability asks for that.`;
}

export function unknownToolText(name: string, available: readonly string[]): string {
  return `Error: Unknown tool "${name}". ${availableLine(available)}`;
}

/** Lists other ways to what was asked for, when a capability router is there. */
export function routesText(name: string, routes: readonly CapabilityRoute[], available: readonly string[]): string {
  const lines = routes.map(
    (route) =>
      `- [${route.source}] ${route.name}: ${route.description} (${route.available ? 'available' : 'not wired yet'})`,
  );
  const canAcquire = available.includes('acquire_capability') && routes.some((route) => route.source === 'missing');
  const tip = canAcquire ? ['Tip: acquire_capability can look for what is missing.'] : [];
  return [`Tool "${name}" not found.`, ...lines, ...tip, availableLine(available)].join('\n');
}

export function invalidArgumentsText(name: string, problem: string): string {
  return `Error: Invalid arguments for ${name}: ${problem}. Correct them and call it again.`;
}

export function failureText(name: string, message: string): string {
  return `Error executing ${name}: ${message}`;
}

export function timeoutText(name: string, seconds: number, isRepeatable: boolean): string {
  const after = isRepeatable ? '' : ' The outcome is unknown: check it before you repeat the call.';
  return `Error executing ${name}: no result within ${seconds} s.${after}`;
}

/** In place of output that the scanner could not read (contract: agent runtime 4, step 8). */
export function unscannableText(name: string): string {
  return `[SECURITY] The output of ${name} could not be scanned. Content sanitized.`;
}

/** For a call that was running when the process died and that may have changed something. */
export function outcomeUnknownText(name: string): string {
  return `Outcome unknown: ${name} was started, then we were interrupted. It may or may not have happened. Check before repeating it.`;
}

/** For a call that this person's turns may not make (DESIGN.md section 3: one principal). */
export function forbiddenText(name: string, reason: string): string {
  return `Not run: ${name} is not allowed here (${reason}). Go on without it.`;
}

export function deniedText(name: string, by: string): string {
  const who = by === '' ? '' : ` by ${by}`;
  return `Not run: ${name} was denied${who}. Do not try it again in another form; go on without it, or say what you would have done.`;
}

export function nobodyApprovedText(name: string, minutes: number): string {
  return `Not run: nobody approved ${name} within ${minutes} min, which counts as no. Go on without it, or say what you would have done.`;
}

/** Where a run has nobody before it: a sub-agent's. */
export function nobodyToAskText(name: string): string {
  return `Not run: ${name} needs a person's answer, and nobody can be asked from here. Say in your result which call you wanted to make and why; whoever started you can make it.`;
}

export function answeredText(answer: string): string {
  return `The user answered: ${answer}`;
}

export function nobodyAnsweredText(minutes: number): string {
  return `No answer came within ${minutes} min. Go on with the likeliest assumption and say which, or end with the question.`;
}
