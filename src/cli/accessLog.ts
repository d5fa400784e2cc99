import type { AuditLine } from '../core/ports/audit.js';
import { EXIT } from './exit.js';
import { withAccess } from './openAccess.js';
import { printable } from './printable.js';

/** `waggle access log`: the newest decisions on access, oldest of them first; as JSON one object a line. */
export async function showAccessLog(options: {
  readonly last: number;
  readonly json: boolean;
  readonly identity?: string;
}): Promise<number> {
  return withAccess(async ({ db }) => {
    const { last, json, identity } = options;
    const lines = await db.audit.newest({ limit: last, ...(identity === undefined ? {} : { actor: identity }) });
    for (const line of lines) process.stdout.write(`${json ? JSON.stringify(line) : describeLine(line)}\n`);
    if (lines.length === 0) process.stderr.write('waggle: nothing was decided in the last 90 days.\n');
    return EXIT.ok;
  });
}

/** `2026-03-29 10:00:00Z  tool    ask      telegram:42:7 (member): bash, the policy asks, "rm -r build" [3 times]` */
export function describeLine(line: AuditLine): string {
  const { at, count, kind, decision, actor, about, role, chat, turn, call, reason, summary } = line;
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 19);
  const who = role === undefined ? actor : `${actor} (${role})`;
  const rest = [
    ...(about === undefined ? [] : [`about ${about}`]),
    ...(call === undefined ? [] : [call]),
    reason,
    ...(summary === undefined ? [] : [`"${summary}"`]),
    ...(chat === undefined ? [] : [`in ${chat}`]),
    ...(turn === undefined ? [] : [`turn ${turn.slice(0, 8)}`]),
  ];
  const times = count === 1 ? '' : ` [${count} times]`;
  return printable(`${time}Z  ${kind.padEnd(8)}${decision.padEnd(8)} ${who}: ${rest.join(', ')}${times}`);
}
