import { describe, expect, it } from 'vitest';
import { createCommandRegistry } from '../../../src/commands/registry.js';
import { createUnlistedCommands, createWorkflowCommands } from '../../../src/commands/workflows/workflowCommands.js';
import { CATALOGUES, wordingIn } from '../../../src/reply/catalogue/catalogue.js';
import { isTemplate } from '../../../src/runtime/workflows/templates.js';
import { makeScope } from '../../runtime/memoryFixture.js';

const registry = createCommandRegistry(createWorkflowCommands(), [createUnlistedCommands()]);
const { address, principal } = makeScope();

async function type(text: string, language = 'en') {
  const parsed = registry.parse(text);
  if (parsed === null) throw new Error(`no command: ${text}`);
  return parsed.command.run({ args: parsed.args, lane: 'l', address, seq: 1, principal, wording: wordingIn(language) });
}

describe('workflows as commands', () => {
  it.each([
    ['/research tides', 'research-team'],
    ['/draft a letter', 'review-pair'],
    ['/decide car or train?', 'decision-analysis'],
    ['/review this plan', 'review-pair'],
  ])('%s works by a template that there is', async (text, template) => {
    const result = await type(text);
    const about = text.slice(text.indexOf(' ') + 1);
    expect(result).toMatchObject({ ask: expect.stringContaining(about), kept: expect.stringContaining(about) });
    expect(result).toMatchObject({ ask: expect.stringContaining(`template "${template}"`) });
    expect(isTemplate(template)).toBe(true);
    expect(result).not.toHaveProperty('readOnly');
  });

  it('/plan only reads', async () => {
    expect(await type('/plan\nship it')).toMatchObject({ readOnly: true, ask: expect.stringContaining('ship it') });
  });

  it('take what was written as it is', async () => {
    expect(await type('/research $& {about} $1')).toMatchObject({ ask: expect.stringContaining('$& {about} $1') });
  });

  it.each(['/catchup', '/review', '/clarify'])('%s needs nothing', async (text) => {
    expect(await type(text)).toMatchObject({ ask: expect.stringMatching(/\w/), kept: `(${text.slice(1)})` });
  });

  it.each(['/research', '/draft', '/decide', '/plan', '/answer'])(
    '%s without a subject says how it is used',
    async (text) => {
      for (const language of Object.keys(CATALOGUES)) {
        expect(await type(text, language), language).toMatch(new RegExp(`\`${text} [^a-z\`]+\``));
      }
    },
  );

  it('go by other words, too, which stand in no menu', async () => {
    expect(await type('/recap')).toMatchObject({ kept: '(catchup)' });
    expect(await type('/break-down ship it')).toMatchObject({ kept: '(plan) ship it', readOnly: true });
    expect(await type('/answer Berlin')).toEqual({ ask: 'Berlin' });
    expect(registry.listFor('member').map(({ name }) => name)).toEqual([
      'catchup',
      'research',
      'draft',
      'decide',
      'review',
      'plan',
      'clarify',
    ]);
  });
});
