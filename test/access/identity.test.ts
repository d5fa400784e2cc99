import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeName, readIdentity, readPlace } from '../../src/access/identity.js';
import { personIdOf } from '../../src/core/person.js';

it('reads people as /whoami and as the configuration name them', () => {
  const person = { platform: 'telegram', account: '42', user: '7' };
  expect(readIdentity('telegram:42:7')).toEqual({ person });
  expect(readIdentity('telegram:42/7')).toEqual({ person });
  expect(readIdentity('slack:T1/U1')).toEqual({ person: { platform: 'slack', account: 'T1', user: 'U1' } });
  expect(readIdentity('discord:42')).toEqual({ platform: 'discord', user: '42' });
  for (const wrong of ['', 'ada', 'telegram:', 'icq:7', 'telegram:1:2:3', 'telegram:1/2/3']) {
    expect(readIdentity(wrong), wrong).toBeNull();
  }
});

it('reads every person and place as it names them', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, fc.constantFrom('chat', 'server'), (account, id, scope) => {
      const place = { platform: 'discord', account, scope, id } as const;
      expect(readPlace(placeName(place))).toEqual(place);
      const person = { platform: 'slack', account, user: id } as const;
      expect(readIdentity(personIdOf(person))).toEqual({ person });
    }),
  );
  for (const wrong of ['', 'slack:T1', 'slack:T1/team/T1', 'icq:1/chat/2', 'slack:%/chat/1']) {
    expect(readPlace(wrong), wrong).toBeNull();
  }
});
