import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorize, isJson, type RequestFacts } from '../../src/http/authorize.js';
import { isLoopbackAddress, isLoopbackHost, isSameOrigin } from '../../src/http/loopback.js';

const TOKEN = 'correct-horse-battery-staple';

/** Every dimension of the decision: values that fit a loopback call, and values that do not. */
const REMOTES = {
  fit: ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'],
  unfit: ['10.0.0.1', '192.168.1.5', '::ffff:10.0.0.1', 'fe80::1', '128.0.0.1', undefined],
};
const HOSTS = {
  fit: ['localhost', 'localhost:8787', 'LOCALHOST:1', '127.0.0.1:8787', '127.255.255.254', '[::1]', '[::1]:8787'],
  unfit: [
    'evil.example',
    'localhost.evil.example',
    'evil.localhost',
    '127.0.0.1.evil.example',
    'localhost:8787@evil.example',
    '127.0.0.256',
    '127.1',
    '::1',
    '[::2]',
    '0.0.0.0',
    '',
    undefined,
  ],
};
const FORWARDING = {
  fit: [undefined],
  unfit: [
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded',
    'x-real-ip',
    'via',
    'cf-connecting-ip',
    'cf-ray',
    'true-client-ip',
    'x-envoy-external-address',
    'tailscale-user-login',
  ],
};
const TYPES = {
  fit: ['application/json', 'application/json; charset=utf-8', 'Application/JSON'],
  unfit: [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/plain; application/json',
    'application/jsonp',
    undefined,
  ],
};
type OriginKind = 'absent' | 'same' | 'other';
const ORIGINS: Record<OriginKind, (host: string) => string | undefined> = {
  absent: () => undefined,
  same: (host) => `http://${host.toLowerCase()}`,
  other: () => 'http://evil.example',
};

function factsOf(parts: {
  method: string;
  remote: string | undefined;
  host: string | undefined;
  origin: OriginKind;
  forwarding: string | undefined;
  type: string | undefined;
  authorization: string | undefined;
}): RequestFacts {
  const origin = ORIGINS[parts.origin](parts.host ?? '');
  return {
    method: parts.method,
    remote: parts.remote,
    headers: {
      ...(parts.host === undefined ? {} : { host: parts.host }),
      ...(origin === undefined ? {} : { origin }),
      ...(parts.forwarding === undefined ? {} : { [parts.forwarding]: 'x' }),
      ...(parts.type === undefined ? {} : { 'content-type': parts.type }),
      ...(parts.authorization === undefined ? {} : { authorization: parts.authorization }),
    },
  };
}

function* everyCombination() {
  for (const remote of [...REMOTES.fit, ...REMOTES.unfit]) {
    for (const host of [...HOSTS.fit, ...HOSTS.unfit]) {
      for (const origin of ['absent', 'same', 'other'] as const) {
        for (const forwarding of [...FORWARDING.fit, ...FORWARDING.unfit]) {
          for (const type of [...TYPES.fit, ...TYPES.unfit]) {
            yield { remote, host, origin, forwarding, type, method: 'POST' };
          }
        }
      }
    }
  }
}

describe('authorization', () => {
  it('lets a caller without a token in exactly when every condition for loopback holds', () => {
    let allowed = 0;
    let refused = 0;
    for (const parts of everyCombination()) {
      const expected =
        REMOTES.fit.includes(parts.remote ?? '') &&
        HOSTS.fit.includes(parts.host ?? '') &&
        parts.origin !== 'other' &&
        parts.forwarding === undefined &&
        TYPES.fit.includes(parts.type ?? '');
      const decision = authorize('token-or-loopback', factsOf({ ...parts, authorization: undefined }), TOKEN);
      if (decision.allowed !== expected) throw new Error(`wrong for ${JSON.stringify(parts)}`);
      if (decision.allowed) {
        allowed += 1;
        expect(decision.caller).toBe('loopback');
      } else refused += 1;
    }
    expect(allowed).toBe(REMOTES.fit.length * HOSTS.fit.length * 2 * 1 * TYPES.fit.length);
    expect(allowed + refused).toBe(10 * 19 * 3 * 12 * 9);
  });

  it('decides by the token alone where one is presented', () => {
    for (const parts of everyCombination()) {
      if (parts.type !== 'application/json' && parts.type !== undefined) continue;
      for (const auth of ['token', 'token-or-loopback'] as const) {
        const right = authorize(auth, factsOf({ ...parts, authorization: `Bearer ${TOKEN}` }), TOKEN);
        const wrong = authorize(auth, factsOf({ ...parts, authorization: 'Bearer nope' }), TOKEN);
        if (!right.allowed || right.caller !== 'token') throw new Error(`token refused for ${JSON.stringify(parts)}`);
        if (wrong.allowed || wrong.code !== 'token-wrong')
          throw new Error(`wrong token let in: ${JSON.stringify(parts)}`);
      }
    }
  });

  const local = {
    method: 'POST',
    remote: '127.0.0.1',
    host: 'localhost',
    origin: 'absent',
    forwarding: undefined,
    type: 'application/json',
  } as const;

  it.each([
    'Bearer',
    'Bearer ',
    '',
    'Basic dXNlcjpwYXNz',
    `Basic ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Bearer ${TOKEN}, Bearer ${TOKEN}`,
  ])('refuses the authorization header %j even on loopback', (authorization) => {
    const decision = authorize('token-or-loopback', factsOf({ ...local, authorization }), TOKEN);
    expect(decision).toMatchObject({ allowed: false, code: 'token-wrong' });
  });

  it('takes the scheme in any case, as the standard says', () => {
    expect(authorize('token', factsOf({ ...local, authorization: `bearer ${TOKEN}` }), TOKEN).allowed).toBe(true);
  });

  it('never lets an empty token in, whatever is presented', () => {
    fc.assert(
      fc.property(fc.string(), (presented) => {
        expect(authorize('token', factsOf({ ...local, authorization: `Bearer ${presented}` }), '').allowed).toBe(false);
      }),
    );
  });

  it('asks for the token on token routes, on loopback too', () => {
    expect(authorize('token', factsOf({ ...local, authorization: undefined }), TOKEN)).toMatchObject({
      allowed: false,
      code: 'token-needed',
    });
  });

  it('lets anybody in on open routes, with a wrong token too', () => {
    const far = { ...local, remote: '10.0.0.1', host: 'evil.example' };
    expect(authorize('open', factsOf({ ...far, authorization: 'Bearer nope' }), TOKEN)).toEqual({
      allowed: true,
      caller: 'anybody',
    });
  });

  it('says which condition failed', () => {
    const messageFor = (change: Partial<Parameters<typeof factsOf>[0]>) => {
      const decision = authorize(
        'token-or-loopback',
        factsOf({ ...local, authorization: undefined, ...change }),
        TOKEN,
      );
      return decision.allowed ? '' : decision.message;
    };
    expect(messageFor({ remote: '10.0.0.1' })).toContain('does not come from this machine');
    expect(messageFor({ host: 'evil.example' })).toContain('Host header');
    expect(messageFor({ forwarding: 'x-forwarded-for' })).toContain('x-forwarded-for');
    expect(messageFor({ origin: 'other' })).toContain('another origin');
    expect(messageFor({ type: 'text/plain' })).toContain('Content-Type: application/json');
    expect(messageFor({ type: 'text/plain' })).toContain('Authorization: Bearer');
  });
});

describe('loopback names', () => {
  it('only 127.0.0.0/8 of all IPv4 addresses is loopback', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isLoopbackAddress(address)).toBe(address.startsWith('127.'));
        expect(isLoopbackHost(address)).toBe(address.startsWith('127.'));
      }),
    );
  });

  it('no registered domain is loopback', () => {
    fc.assert(
      fc.property(fc.domain(), fc.option(fc.integer({ min: 1, max: 65_535 })), (domain, port) => {
        expect(isLoopbackHost(port === null ? domain : `${domain}:${port}`)).toBe(false);
      }),
    );
  });

  it.each([
    ['http://localhost:8787', 'localhost:8787', true],
    ['http://localhost', 'localhost:80', true],
    ['http://localhost:80', 'localhost', false],
    ['https://localhost:8787', 'localhost:8787', false],
    ['http://localhost:8788', 'localhost:8787', false],
    ['http://127.0.0.1:8787', 'localhost:8787', false],
    ['null', 'localhost:8787', false],
    ['', 'localhost:8787', false],
    ['http://localhost:8787.evil.example', 'localhost:8787', false],
    ['file://', 'localhost', false],
  ])('origin %s against host %s: %s', (origin, host, expected) => {
    expect(isSameOrigin(origin, host)).toBe(expected);
  });

  it('JSON is application/json and nothing that only looks like it', () => {
    expect(isJson(' application/json ;charset=utf-8')).toBe(true);
    expect(isJson('application/json-patch+json')).toBe(false);
    expect(isJson('text/json')).toBe(false);
    expect(isJson(undefined)).toBe(false);
  });
});
