import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * In CI a test that fails is made once more, and the end of the output names it as RETRIED: it is to be mended all the same, but does not
 * hold up what has nothing to do with it.
 */
const retry = process.env.CI === undefined ? 0 : 1;

const shared = {
  retry,
  environment: 'node' as const,
  globalSetup: ['test/setup/build.ts'],
  setupFiles: ['test/setup/propertySeed.ts'],
};

/** Much computing and no clock: unlike the other long tests these may run side by side. */
const PROPERTY_RUNS = ['test/channels/*/anyMarkdown.long.test.ts', 'test/reply/chunk/*.long.test.ts'];

/** They wait for other processes more than they compute, and mind no neighbour: two at a time. */
const PAIRED_RUNS = [
  'test/{cli,commands,scripts}/**/*.long.test.ts',
  'test/runtime/{documents,mcp,tools,writeBack}/**/*.long.test.ts',
  'test/runtime/vault/vaults.long.test.ts',
  'test/memory/embedding/*.long.test.ts',
  'test/channels/*/gaps.long.test.ts',
  'test/channels/*/ingress/{census,faults,pollingFaults}.long.test.ts',
  'test/e2e/{approvals,chosenAnswers,discordEdits,documents,gitAndPlans,groups,injection,newUser,notices}.long.test.ts',
  'test/e2e/{personas,queuePosition,secrets,skillCommands,skills,stopButton,strangers}.long.test.ts',
  'test/e2e/{telegramFaults,vision,voice,voiceElsewhere,wiki}.long.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.long.test.ts'],
          // By itself vitest leaves one core free, which on two cores means one file at a time.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'long',
          include: ['test/**/*.long.test.ts'],
          exclude: [...PROPERTY_RUNS, ...PAIRED_RUNS],
          testTimeout: 300_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          ...shared,
          name: 'property',
          include: PROPERTY_RUNS,
          testTimeout: 1_800_000,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'paired',
          include: PAIRED_RUNS,
          testTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
