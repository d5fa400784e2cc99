import { describe, expect, it } from 'vitest';
import { adviceOf, composeWorkflow } from '../../../src/runtime/workflows/composeWorkflow.js';

const compose = (task: string, hasCoordinator = false) =>
  composeWorkflow(task, { skills: ['weekly-report', 'deploy'], hasCoordinator });

describe('how a task is gone about', () => {
  it.each([
    ['hi', 'direct', undefined],
    ['What is the capital of France?', 'direct', undefined],
    ['Research the market and fact-check every claim', 'harnessed', 'research-verify'],
    ['Fix the bug in the parser and have the code reviewed', 'harnessed', 'code-review-fix'],
    ['Write a full proposal for the city council', 'harnessed', 'document-draft'],
    ['Write the weekly report', 'skill_guided', undefined],
    ['Research and investigate: look into competitors and find out their prices', 'structured_single_agent', undefined],
    [
      'Research the competitors, then compare their prices with ours, then draft a summary, then review the summary',
      'subagent_workflow',
      'content-pipeline',
    ],
  ])('%s', (task, mode, template) => {
    expect(compose(task)).toMatchObject({ mode, ...(template === undefined ? {} : { template }) });
  });

  it('takes the coordinator for mixed work where there is one', () => {
    const task =
      'Research the competitors, then compare their prices with ours, then draft a summary, then review the summary';
    expect(compose(task, true).template).toBe('coordinator');
  });

  it('is told in words that name the next call', () => {
    expect(adviceOf(compose('hi'))).toMatch(/^Mode: direct/);
    expect(adviceOf(compose('Write the weekly report'))).toMatch(/skill "weekly-report"/);
    expect(adviceOf(compose('Research the market and fact-check every claim'))).toMatch(
      /orchestrate_workflow with template "research-verify"/,
    );
    expect(adviceOf(compose('Look into the prices, then draft a letter to them'))).toMatch(
      /1\. research: .*\n2\. draft: /s,
    );
  });
});
