import { auditOf } from '../access/auditOf.js';
import type { Pairing } from '../access/pairing.js';
import { type AccessPolicy, personOf } from '../access/policy.js';
import type { CheckRate } from '../access/rates.js';
import { decisionIn } from '../commands/approvals/decisionIn.js';
import { decisionLine } from '../commands/approvals/decisionLine.js';
import type { CommandRegistry, ParsedCommand } from '../commands/registry.js';
import type { Clock } from '../core/clock.js';
import type { LaneKind } from '../core/lane.js';
import type { Log } from '../core/log.js';
import { type InboundMessage, ownTextOf } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { Role } from '../core/ports/accessStore.js';
import type { Audit, AuditEvent } from '../core/ports/audit.js';
import type { Accept, Acceptance } from '../core/ports/ingress.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import type { RateReached } from '../core/ports/rates.js';
import type { TurnControl } from '../core/ports/turnControl.js';
import type { Waker } from '../core/ports/waker.js';
import type { Wording } from '../core/wording.js';

export interface AcceptDeps {
  readonly lanes: LaneStore;
  readonly access: AccessPolicy;
  readonly pairing: Pairing;
  readonly audit: Audit;
  /** Null: nobody asks for too much. */
  readonly checkRate: CheckRate | null;
  readonly commands: CommandRegistry;
  readonly control: Pick<TurnControl, 'decide' | 'question'>;
  readonly wordingFor: (message: InboundMessage) => Promise<Wording>;
  readonly waker: Waker;
  readonly clock: Clock;
  readonly log: Log;
  /** A fresh turn id (UUID v4). */
  readonly newTurnId: () => string;
  /** Without a model nobody but the owner is answered on a platform, and the owner is told so. */
  readonly hasModel: boolean;
  /** Called when a message was stored behind unfinished ones: where the mode is `interrupt`, it ends the sender's turn. */
  readonly interrupt: ((message: InboundMessage, turn: string) => Promise<void>) | null;
  /** Keeps a group message that is not meant for the bot, where the chat asked for that; also an edit of one. */
  readonly overhear: (message: InboundMessage) => Promise<void>;
}

/** What the message may answer a question with; null where it has no words of its own, or files, which no answer can hold. */
function answerOf(message: InboundMessage): string | null {
  const words = ownTextOf(message).trim();
  return words === '' || message.parts.some(({ type }) => type === 'file') ? null : words;
}

const REFUSED: Acceptance = { outcome: 'refused', turn: null };

/**
 * Takes a message in: rules first, then one transaction, then a wake that nobody waits for. When this resolves with `stored`
 * or `duplicate` the platform may be told that the message arrived; when it throws, nothing was stored.
 */
export function createAccept(deps: AcceptDeps): Accept {
  const { lanes, access, pairing, commands, waker, clock, log } = deps;

  const isMeant = async ({ addressed, followsThread, album, ...message }: InboundMessage): Promise<boolean> => {
    if (addressed) return true;
    const lane = { id: message.lane, kind: 'main' } as const;
    if (followsThread === true && (await lanes.hasTurns(lane))) return true;
    // The mention stands in one message of an album, which may have come before a restart.
    const sender = personIdOf({ ...message.address, user: message.sender.user });
    return album !== undefined && lanes.hasAlbum({ lane, sender, album });
  };

  const takeEdit = async (message: InboundMessage, alone: boolean): Promise<Acceptance> => {
    const result = await lanes.edit({ message, alone, now: clock.now() });
    if (result.outcome === 'nothing') return REFUSED;
    if (result.outcome === 'duplicate') return { outcome: 'duplicate', turn: result.turn };
    waker.wake(result.lane);
    log.info({ turn: result.turn, lane: result.lane.id, outcome: result.outcome }, 'an edit was taken in');
    return { outcome: 'stored', turn: result.turn };
  };

  const store = async (message: InboundMessage, kind: LaneKind, alone: boolean): Promise<Acceptance> => {
    const words = kind === 'main' && !alone ? answerOf(message) : null;
    const answer = words === null ? {} : { answer: words };
    const result = await lanes.accept({ message, kind, turn: deps.newTurnId(), alone, ...answer, now: clock.now() });
    if (result.outcome === 'answered') {
      waker.wake({ id: message.lane, kind });
      log.info({ turn: result.turn, lane: message.lane }, 'a question was answered');
      return { outcome: 'answered', turn: result.turn };
    }
    if (result.outcome === 'duplicate') return { outcome: 'duplicate', turn: result.turn };
    waker.wake({ id: message.lane, kind });
    log.info({ turn: result.turn, lane: message.lane, kind, seq: result.seq, queued: result.queued }, 'accepted');
    if (kind === 'main' && result.queued > 0) {
      // The message is stored whatever becomes of this; then the running turn just ends by itself.
      await deps.interrupt?.(message, result.turn).catch((thrown: unknown) => {
        log.error({ turn: result.turn, err: thrown }, 'the running turn could not be interrupted');
      });
    }
    return { outcome: 'stored', turn: result.turn };
  };

  /** What is refused stays refused where it cannot be written down. */
  const refuse = async (
    message: InboundMessage,
    why: Pick<AuditEvent, 'kind' | 'reason'> & Partial<AuditEvent>,
  ): Promise<Acceptance> => {
    await deps.audit
      .record({ decision: 'refuse', ...auditOf(message), flood: true, ...why })
      .catch((thrown: unknown) => log.error({ lane: message.lane, err: thrown }, 'a refusal is not in the audit log'));
    return REFUSED;
  };

  /** Once in a window the person is told, by a message of its own that overwrites nothing and starts nothing. */
  const tooMuch = async (message: InboundMessage, role: Role, reached: RateReached): Promise<Acceptance> => {
    const { kind, max, until, tell } = reached;
    const refused = await refuse(message, { kind: 'rate', role, reason: `more than ${max} ${kind} in a window` });
    if (!tell) return refused;
    const { inPlaceOf, edits: _edit, album: _album, ...rest } = message;
    const place = inPlaceOf !== undefined && message.ownPlace === true ? { inPlaceOf } : {};
    return store({ ...rest, ...place, tooMany: { kind, max, until } }, 'ctl', true);
  };

  /** A button below a question decides it at once. Null: it is another button. */
  const decideByPress = async (
    parsed: ParsedCommand,
    message: InboundMessage,
    role: Role,
  ): Promise<Acceptance | null> => {
    const spoken = decisionIn(parsed);
    const question = spoken === null ? null : await deps.control.question(spoken.id);
    // Elsewhere the button stands below a command's answer, which says what came of it.
    if (spoken === null || (question !== null && question.lane !== message.lane)) return null;
    const by = { person: personIdOf(personOf(message)), name: message.sender.name, role };
    const decided = await deps.control.decide({ ...spoken, by });
    const line = decisionLine(decided, await deps.wordingFor(message));
    if (decided.outcome !== 'decided') return { outcome: 'refused', turn: null, line };
    log.info({ turn: decided.question.turn, question: spoken.id, by: by.person }, 'a question was decided');
    return { outcome: 'answered', turn: decided.question.turn, line };
  };

  return async (message) => {
    if (message.sender.isBot) return REFUSED;
    const isEdit = message.edits !== undefined;
    const isHeard = isEdit || (await isMeant(message));
    if (isEdit || !isHeard) await deps.overhear(message);
    if (!isHeard) return REFUSED;
    const takesPlace = message.inPlaceOf !== undefined && message.ownPlace !== true;
    const decision = await access.decide(message);
    if (!decision.allowed) {
      // What a stranger is told must not take the place of a message that stands there for others.
      const mayBeTold = !isEdit && !takesPlace && decision.answer === 'pairing';
      const isAskedFor = commands.parse(ownTextOf(message))?.command.spec.name === 'pair';
      if (mayBeTold && (await pairing.request(message, isAskedFor)).tell) return store(message, 'ctl', true);
      const kind = takesPlace ? 'button' : 'message';
      await refuse(message, { kind, reason: isEdit ? 'a stranger edited a message' : 'a stranger' });
      return { outcome: 'refused', turn: null, isStranger: true };
    }
    const isOwn = message.sender.verifiedBy !== 'platform' || decision.role === 'owner';
    const { role } = decision;
    if (!deps.hasModel && !isOwn) return refuse(message, { kind: 'message', role, reason: 'no model is configured' });
    const parsed = commands.parse(ownTextOf(message));
    const said = takesPlace && parsed !== null ? await decideByPress(parsed, message, decision.role) : null;
    if (said !== null) return said;
    // A button stands there for everybody in the chat: who may not use its command must not overwrite it.
    if (takesPlace && parsed !== null && !commands.mayPress(parsed, role, message.address)) {
      const call = parsed.command.spec.name;
      return refuse(message, { kind: 'button', role, call, reason: 'the role may not press this' });
    }
    const alone = parsed !== null || message.inPlaceOf !== undefined;
    // Whoever wrote too much must still be able to end what that began.
    const isStop = parsed?.command.spec.name === 'stop';
    const reached = isStop ? null : await deps.checkRate?.(message, role, parsed === null, clock.now());
    if (reached) return tooMuch(message, role, reached);
    if (isEdit) return takeEdit(message, alone);
    return store(message, parsed !== null && commands.isInstant(parsed) ? 'ctl' : 'main', alone);
  };
}
