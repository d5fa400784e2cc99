import { expect } from 'vitest';
import { type HammerReport, hammer } from './processes.js';

/**
 * Lets several processes accept, claim and finish on one data directory and checks what they saw together: every message
 * was finished once, by one of them, and each lane in the order of arrival.
 */
export async function checkSharedWork(
  dataDir: string,
  owners: readonly string[],
  load: { messages: number; lanes: number; inFlight: number },
): Promise<readonly HammerReport[]> {
  const reports = await Promise.all(owners.map((owner) => hammer(dataDir, owner, load)));
  const accepted = reports.flatMap((report) => report.accepted);
  const finished = reports.flatMap((report) => report.finished);
  expect(accepted).toHaveLength(owners.length * load.messages);
  expect(new Set(accepted.map(({ seq }) => seq)).size).toBe(accepted.length);
  expect(finished.map(({ turn }) => turn).sort()).toEqual(accepted.map(({ turn }) => turn).sort());
  expect(finished.every(({ attempt }) => attempt === 1)).toBe(true);
  const lanes = new Set(finished.map(({ lane }) => lane));
  for (const lane of lanes) {
    const claims = finished.filter((claim) => claim.lane === lane).sort((a, b) => a.token - b.token);
    expect(claims.map(({ token }) => token)).toEqual(claims.map((_, index) => index + 1));
    expect(claims.map(({ seq }) => seq)).toEqual(claims.map(({ seq }) => seq).sort((a, b) => a - b));
  }
  return reports;
}
