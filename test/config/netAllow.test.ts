import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/loadConfig.js';

function allowed(text: string) {
  const result = loadConfig({ WAGGLE_NET_ALLOW: text });
  return result.ok ? result.config.net.allow : result.problems.map(({ message }) => message);
}

describe('WAGGLE_NET_ALLOW', () => {
  it('reads hosts, addresses and ranges, each with a port or without', () => {
    expect(
      allowed('Wiki.Corp.example, *.lab.example:8080,10.1.2.0/24 ,127.0.0.1:3000, fd00::5,[fd00::/64]:81,printer'),
    ).toEqual([
      { target: { host: 'wiki.corp.example' }, port: null },
      { target: { host: '*.lab.example' }, port: 8080 },
      { target: { range: '10.1.2.0/24' }, port: null },
      { target: { range: '127.0.0.1/32' }, port: 3000 },
      { target: { range: 'fd00::5/128' }, port: null },
      { target: { range: 'fd00::/64' }, port: 81 },
      { target: { host: 'printer' }, port: null },
    ]);
  });

  it.each([
    '*',
    '*.',
    'https://wiki.example',
    '10.0.0.0/33',
    '127.1',
    '0x7f.1',
    '2130706433',
    'a b',
    'x:0',
    'x:70000',
    'u@host',
    '[::1',
    '10.0.0.1/',
  ])('does not take %s, and says what it wants', (entry) => {
    expect(allowed(`ok.example,${entry}`)).toEqual([
      expect.stringMatching(/^WAGGLE_NET_ALLOW: got .*, wants hosts, .*; the part ".*" is not\.$/),
    ]);
  });
});
