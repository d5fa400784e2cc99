import { describe, expect, it } from 'vitest';
import { createCapabilityRouter } from '../../../src/runtime/capabilities/capabilityRouter.js';

const brief = (routes: ReturnType<ReturnType<typeof createCapabilityRouter>['resolve']>) =>
  routes.map(({ source, name, confidence }) => `${source}:${name}:${confidence}`);

describe('the capability router', () => {
  const router = createCapabilityRouter({
    tools: () => [{ name: 'search_memory' }, { name: 'search_files', description: 'by name' }],
    connectors: () => [{ id: 'gh', service: 'GitHub', name: 'GitHub', actions: ['create issue'], connected: true }],
    skills: () => [{ name: 'weekly-report', description: 'sums up a week', content: 'Search all channels.' }],
    plugins: () => [{ name: 'Search Plus' }],
    mcpServers: () => [{ name: 'search-server', healthy: false }],
    roles: () => ['researcher', 'writer'],
  });

  it('gives the surest routes first, five at most', () => {
    expect(brief(router.resolve('search'))).toEqual([
      'native:search_memory:0.8',
      'native:search_files:0.8',
      'plugin:Search Plus:0.6',
      'skill:weekly-report:0.5',
      'mcp:search-server:0.45',
    ]);
  });

  it('knows names however they are spelled, services, actions and what a role does', () => {
    expect(brief(router.resolve('Weekly_Report'))).toContain('skill:weekly-report:0.7');
    expect(brief(router.resolve('github_push'))).toEqual(['connector:gh:0.75']);
    expect(brief(router.resolve('please create-issue now'))).toEqual(['connector:gh:0.75']);
    expect(brief(router.resolve('draft_letter'))).toEqual(['subagent:writer:0.4']);
  });

  it('says when there is nothing, also for names that are too short and kinds that there are not', () => {
    const [route] = createCapabilityRouter({}).resolve('teleport');
    expect(route).toMatchObject({ source: 'missing', name: 'teleport', confidence: 0, available: false });
    expect(route?.suggestion).toMatch(/skill or connector/);
    expect(router.resolve('s')).toMatchObject([{ source: 'missing' }]);
    expect(router.resolve('!!!')).toMatchObject([{ source: 'missing' }]);
  });
});
