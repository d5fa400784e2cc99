import { resolve } from 'node:path';
import { createAudit } from '../access/audit.js';
import type { Config } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import type { Audit } from '../core/ports/audit.js';
import { createRedactor } from '../core/secrets/redactor.js';
import { type GatewayDb, openGatewayDb } from '../store/openGatewayDb.js';
import { EXIT } from './exit.js';
import { readConfigOrTell, secretsOf } from './settings.js';

export interface CommandLineAccess {
  readonly config: Config;
  readonly db: GatewayDb;
  readonly audit: Audit;
}

/** Runs something with the store of the configured data directory; a gateway may run on it meanwhile. */
export async function withAccess(run: (access: CommandLineAccess) => Promise<number>): Promise<number> {
  const config = readConfigOrTell();
  if (config === null) return EXIT.config;
  const redactor = createRedactor(secretsOf(config));
  const db = await openGatewayDb({ dataDir: resolve(config.processes.dataDir), clock: systemClock, log: silentLog });
  try {
    return await run({
      config,
      db,
      audit: createAudit({ store: db.audit, clock: systemClock, redact: redactor.clean }),
    });
  } finally {
    await db.close();
  }
}
