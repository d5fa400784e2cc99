import { auditOf } from '../../access/auditOf.js';
import type { Choice } from '../../core/choice.js';
import type { Clock } from '../../core/clock.js';
import type { AccessStore, ChatRole, OpenPlace, PlaceKey } from '../../core/ports/accessStore.js';
import type { Audit } from '../../core/ports/audit.js';
import type { Command, CommandAnswer, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';

export interface AllowDeps {
  readonly access: Pick<AccessStore, 'openPlace' | 'closePlace' | 'openPlaces'>;
  readonly audit: Audit;
  /** What everybody is anyway (`WAGGLE_ACCESS` open); null: nobody is anything. */
  readonly openRole: ChatRole | null;
  readonly clock: Pick<Clock, 'now'>;
}

interface Order {
  readonly what: 'here' | 'off';
  readonly scope: PlaceKey['scope'];
  readonly role: ChatRole;
}

const HERE: readonly Choice[] = ['/allow here', '/allow here member'].map((command) => ({ label: command, command }));
const offOf = ({ scope }: PlaceKey): Choice => {
  const command = scope === 'server' ? '/allow off server' : '/allow off';
  return { label: command, command };
};

/**
 * `/allow here`: lets everybody in a group, a Discord guild or a Slack workspace talk to the assistant, as guests unless the admin says
 * `member`. Without words it says how things stand.
 */
export function createAllowCommand(deps: AllowDeps): Command {
  const { access, audit, clock } = deps;

  const openHere = async (call: CommandCall): Promise<readonly OpenPlace[]> => {
    const { platform, account, chat, community } = call.address;
    return (await access.openPlaces()).filter(
      (place) =>
        place.platform === platform &&
        place.account === account &&
        place.id === (place.scope === 'chat' ? chat : community),
    );
  };

  const state = async (call: CommandCall, first: readonly string[] = []): Promise<CommandAnswer> => {
    const { text } = call.wording;
    const places = await openHere(call);
    const lines = places.map(({ scope, role }) => text(`allow-${scope}`, { role }));
    const closed = deps.openRole === null ? text('allow-closed', {}) : text('allow-open-mode', {});
    const best = places.find(({ role }) => role === 'member') ?? places[0];
    const means = best === undefined ? [] : [text(`allow-as-${best.role}`, {})];
    return {
      text: [...first, ...(lines.length === 0 ? [closed] : lines), ...means, '', text('allow-usage', {})].join('\n'),
      choices: [...(places.length === 0 ? HERE : []), ...places.map(offOf)],
    };
  };

  return {
    spec: COMMAND_SPECS.allow,
    run: async (call) => {
      const { address, args, principal, wording } = call;
      if (address.kind !== 'group') return wording.text('allow-groups-only', {});
      const order = readOrder(args);
      if (args === '') return state(call);
      if (order === null) return wording.text('allow-usage', {});
      const { platform, account, chat, community } = address;
      const id = order.scope === 'chat' ? chat : community;
      if (id === undefined) return wording.text('allow-no-server', {});
      const place: PlaceKey = { platform, account, scope: order.scope, id };
      const isOpening = order.what === 'here';
      const event = {
        kind: 'chat',
        ...auditOf({ address, sender: principal.sender }),
        role: principal.role,
        call: 'allow',
      } as const;
      if (isOpening) {
        // Written down first: nothing is open of which the log does not know.
        const reason = `everybody in this ${order.scope} may write, as ${order.role}`;
        await audit.record({ ...event, decision: 'allow', reason, summary: `${order.scope} ${id}` });
        await access.openPlace({ ...place, role: order.role, by: principal.person, now: clock.now() });
        return state(call);
      }
      const wasOpen = await access.closePlace(place);
      if (!wasOpen) return state(call, [wording.text('allow-was-closed', {})]);
      const reason = `not everybody in this ${order.scope} may write any more`;
      await audit.record({ ...event, decision: 'deny', reason, summary: `${order.scope} ${id}` });
      return state(call);
    },
  };
}

/** `here`, `here server`, `here chat member`, `off server`; null where it cannot be read. */
function readOrder(args: string): Order | null {
  const [what, ...words] = args.toLowerCase().split(/\s+/);
  if (what !== 'here' && what !== 'off') return null;
  const isScope = (word: string) => word === 'chat' || word === 'server' || word === 'guild' || word === 'workspace';
  const isRole = (word: string) => what === 'here' && (word === 'member' || word === 'guest');
  if (words.length > 2 || words.some((word) => !isScope(word) && !isRole(word))) return null;
  if (words.filter(isScope).length > 1 || words.filter(isRole).length > 1) return null;
  const scope = words.find(isScope) ?? 'chat';
  return { what, scope: scope === 'chat' ? 'chat' : 'server', role: words.includes('member') ? 'member' : 'guest' };
}
