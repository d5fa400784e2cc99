import type { NetAllowEntry } from '../../../src/runtime/net/allowList.js';
import { createGuardedClient, type GuardedClient, type NetRequest } from '../../../src/runtime/net/guardedClient.js';
import { type DnsServer, startDnsServer } from '../../platforms/dns/dnsServer.js';
import { startWebServer, type WebServer } from '../../platforms/web/webServer.js';
import { createFakeClock, type FakeClock } from '../../setup/fakeClock.js';
import { createRecordingLog, type RecordingLog } from '../../setup/recordingLog.js';
import { makeScope } from '../memoryFixture.js';

/** A site that the guard lets through, one that it must not, and a name server that the attacker has. */
export interface NetStage {
  readonly site: WebServer;
  readonly victim: WebServer;
  readonly dns: DnsServer;
  readonly log: RecordingLog;
  readonly clock: FakeClock;
  readonly client: GuardedClient;
  /** A client with another allow-list. */
  clientWith(allow: readonly NetAllowEntry[]): GuardedClient;
  /** A request with generous limits. */
  request(url: string, fields?: Partial<NetRequest>): NetRequest;
  close(): Promise<void>;
}

/** A key of the gateway, which must not leave it. */
export const SECRET = 'sk-gateway-0123456789';

export async function openNetStage(): Promise<NetStage> {
  const [site, victim, dns] = await Promise.all([startWebServer(), startWebServer(), startDnsServer()]);
  const log = createRecordingLog();
  const clock = createFakeClock();
  const clientWith = (allow: readonly NetAllowEntry[]) =>
    createGuardedClient({
      allow,
      redact: (text) => text.replaceAll(SECRET, '[secret]'),
      clock,
      log,
      resolve: dns.resolve,
    });
  return {
    site,
    victim,
    dns,
    log,
    clock,
    client: clientWith([{ target: { range: '127.0.0.1/32' }, port: site.port }]),
    clientWith,
    request: (url, fields = {}) => ({
      url,
      tool: 'web_fetch',
      context: { signal: new AbortController().signal, scope: makeScope() },
      timeLimitMs: 30_000,
      maxBytes: 1_000_000,
      maxRedirects: 5,
      ...fields,
    }),
    close: async () => {
      await Promise.all([site.close(), victim.close(), dns.close()]);
    },
  };
}
