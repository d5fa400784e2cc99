import { laneIdOf } from '../../../src/core/lane.js';
import type { ChatAddress } from '../../../src/core/message.js';
import { personIdOf } from '../../../src/core/person.js';
import type { SeededRandom } from '../../setup/seededRandom.js';

export interface Person {
  readonly key: string;
  readonly user: string;
  readonly dm: Place;
  /** Where they write: their direct chat, and their groups. */
  readonly places: Place[];
}

export interface Place {
  readonly name: string;
  readonly address: ChatAddress;
  readonly lane: string;
  /** Places of one workspace share what is workspace-wide. */
  readonly workspace: string | null;
}

/** Where a secret was said, and by whom. */
export interface Secret {
  readonly token: string;
  readonly place: string;
  readonly person: string;
  /** What was done when it was said, for whoever looks for the hole. */
  readonly said: string;
  /** It is in the person's own mind: said in their direct chat, or in a group and kept for the speaker alone. */
  readonly isPersonal: boolean;
  /** Their own word made it known wherever they write. */
  isShared: boolean;
}

export const TOPICS = ['garden', 'budget', 'holiday', 'doctor', 'launch', 'salary', 'school', 'wedding'] as const;

const place = (name: string, address: ChatAddress, workspace: string | null): Place => {
  return { name, address, lane: laneIdOf(address), workspace };
};

/** Twenty people on three platforms, each with a direct chat, and five groups that overlap. */
export function makeSociety(random: SeededRandom): readonly Person[] {
  const groups: readonly Place[] = [
    place('tg-club', { platform: 'telegram', account: '42', chat: '-100', kind: 'group' }, 'tg-club'),
    place('sl-general', { platform: 'slack', account: 'T1', community: 'T1', chat: 'C1', kind: 'group' }, 'T1'),
    place(
      'sl-board',
      { platform: 'slack', account: 'T1', community: 'T1', chat: 'C2', thread: '1.1', kind: 'group' },
      'T1',
    ),
    place('dc-lobby', { platform: 'discord', account: '9', community: '77', chat: '701', kind: 'group' }, '77'),
    place('dc-staff', { platform: 'discord', account: '9', community: '77', chat: '702', kind: 'group' }, '77'),
  ];
  return Array.from({ length: 20 }, (_, i): Person => {
    const platform = (['telegram', 'slack', 'discord'] as const)[i % 3] ?? 'telegram';
    const account = { telegram: '42', slack: 'T1', discord: '9' }[platform];
    const user = `u${i}`;
    const community = platform === 'slack' ? { community: 'T1' } : {};
    const dm = place(`dm-${user}`, { platform, account, ...community, chat: `d${i}`, kind: 'dm' }, null);
    const own = groups.filter(({ address }) => address.platform === platform);
    const joined = own.filter((_group, n) => n === i % own.length || random.chance(0.6));
    return { key: personIdOf({ platform, account, user }), user, dm, places: [dm, ...joined] };
  });
}

/** A word that nobody says by accident, and that tells where it was said. */
export function makeToken(random: SeededRandom, n: number): string {
  const letters = Array.from({ length: 6 }, () => String.fromCharCode(97 + random.between(0, 25))).join('');
  return `zq${letters}${n}`;
}

export const TOKEN = /zq[a-z]{6}\d+/g;

/** Whether what stands there may be seen by a turn of this person in this place. */
export function maySee(secret: Secret, person: Person, here: Place): boolean {
  if (secret.place === here.name) return true;
  if (!secret.isPersonal || secret.person !== person.key) return false;
  return secret.isShared || here.address.kind === 'dm';
}
