import { expect, it } from 'vitest';
import { createAudit } from '../../src/access/audit.js';
import type { AuditStore } from '../../src/core/ports/audit.js';
import { createFakeClock } from '../setup/fakeClock.js';

function written() {
  const lines: Parameters<AuditStore['append']>[0][] = [];
  const audit = createAudit({
    store: { append: async (line) => void lines.push(line) },
    clock: createFakeClock(),
    redact: (text) => text.replaceAll('sk-secret', '[redacted]'),
  });
  return { audit, lines };
}

const event = { kind: 'tool', decision: 'ask', actor: 'telegram:42:ada', reason: 'the policy asks' } as const;

it('takes secrets out before it cuts, so that no half of one stays', async () => {
  const { audit, lines } = written();
  await audit.record({ ...event, summary: `${'x'.repeat(295)}sk-secret` });
  expect(lines[0]?.summary).toBe(`${'x'.repeat(295)}[red…`);
});

it('keeps one line of a summary, without control characters', async () => {
  const { audit, lines } = written();
  await audit.record({ ...event, summary: 'rm -r\n\t/tmp/x\u001b[2K\u2028fake line' });
  expect(lines[0]?.summary).toBe('rm -r /tmp/x [2K fake line');
});
