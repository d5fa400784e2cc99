import { expect, it } from 'vitest';
import { createRedactor } from '../../../src/core/secrets/redactor.js';
import { redactInPortions } from '../../../src/runtime/safety/redactInPortions.js';

it('a long text is cleaned as a short one is, also where a key lies across two portions', async () => {
  const redactor = createRedactor([]);
  const key = `ghp_${'aB3'.repeat(12)}`;
  const text = `${'a line of a log, 12:30:45\n'.repeat(1923)} ${key}, and more. `.repeat(3);
  expect(text.indexOf(key)).toBeLessThan(50_000);
  expect(text.indexOf(key) + key.length).toBeGreaterThan(50_000);
  const clean = await redactInPortions(text, redactor);
  expect(clean).toBe(redactor.clean(text));
  expect(clean).toBe(text.replaceAll(key, '[secret]'));
});
