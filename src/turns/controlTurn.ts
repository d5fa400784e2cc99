import { auditOf } from '../access/auditOf.js';
import type { Pairing } from '../access/pairing.js';
import type { AccessPolicy } from '../access/policy.js';
import { refusalOf } from '../commands/refusal.js';
import { asAnswer, type CommandAnswer, type CommandRegistry, type Handoff } from '../commands/registry.js';
import { elapsedText } from '../core/elapsedText.js';
import { ownTextOf } from '../core/message.js';
import type { Audit } from '../core/ports/audit.js';
import type { ClaimedTurn } from '../core/ports/laneStore.js';
import type { Wording } from '../core/wording.js';
import { asPrincipal } from './principalOf.js';

/** The turn ends without a word. */
interface Silence {
  readonly silent: true;
}

export interface ControlTurnDeps {
  readonly access: AccessPolicy;
  readonly pairing: Pairing;
  readonly audit: Audit;
  readonly commands: CommandRegistry;
}

/**
 * Runs the command of a turn's first message and returns the answer as Markdown, what the model is to answer, or null when
 * it is no command and belongs to the model. A stranger, whatever the message says, gets the pairing message, or nothing. Rejects
 * with the signal's reason when a command that takes long is stopped.
 */
export async function answerCommand(
  claimed: Pick<ClaimedTurn, 'messages' | 'standing' | 'person' | 'turn' | 'attempt' | 'startedAt'>,
  wording: Wording,
  signal: AbortSignal,
  deps: ControlTurnDeps,
): Promise<CommandAnswer | Handoff | Silence | null> {
  const { access, pairing, audit, commands } = deps;
  const [{ message, seq }] = claimed.messages;
  const decision = await access.decide(message, claimed.standing);
  if (!decision.allowed) {
    // Let in when the message came, and shut out since: a code before everybody in a group is for nobody.
    if (decision.answer === 'nothing') return { silent: true };
    const { code } = await pairing.request(message);
    return asAnswer(pairingText(code, wording));
  }
  if (message.tooMany !== undefined) {
    const { kind, max, until } = message.tooMany;
    const elapsed = elapsedText(Math.max(1_000, until - claimed.startedAt), wording);
    return asAnswer(wording.text(`rate-${kind}`, { max: String(max), elapsed }));
  }
  const parsed = commands.parse(ownTextOf(message));
  if (parsed === null) return null;
  if (!commands.mayUse(parsed, decision.role, message.address.kind)) {
    const { turn } = claimed;
    const { role } = decision;
    const call = parsed.command.spec.name;
    const reason = 'not a command of this role';
    await audit.record({
      kind: 'command',
      decision: 'deny',
      ...auditOf(message),
      role,
      turn,
      call,
      reason,
      flood: true,
    });
    return asAnswer(wording.text('not-for-you', {}));
  }
  const refusal = refusalOf(parsed, wording);
  if (refusal !== null) return asAnswer(refusal);
  const answer = await parsed.command.run({
    args: parsed.args,
    lane: message.lane,
    address: message.address,
    seq,
    principal: asPrincipal(message, claimed, decision.role),
    wording,
  });
  if (answer === null || (typeof answer === 'object' && 'ask' in answer)) return answer;
  if (typeof answer === 'object' && 'answerIn' in answer) {
    const { turn, attempt } = claimed;
    return asAnswer(await answer.answerIn({ turn, attempt, signal }));
  }
  return asAnswer(answer);
}

function pairingText(code: string, wording: Wording): string {
  return ['pairing-hello', 'pairing-code', 'pairing-how'].map((key) => wording.text(key, { code })).join('\n\n');
}
