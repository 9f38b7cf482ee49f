// How the tests run: one project for each kind, so that each can be run alone and fails on its own.
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const databaseTests = '**/*.db.test.ts';
const bootTests = '**/*.boot.test.ts';
const domTests = 'apps/web/**/*.{dom.test.ts,test.tsx}';
/** Some tests wait for timers and the network: two workers more than there are cores use the processor fully. */
const workersThatWait = availableParallelism() + 2;
const exclude = [...configDefaults.exclude, '**/.cache/**', '**/.kerb/**', '**/artifacts/**'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    // `vitest --changed` follows imports; no test imports these, and they decide how the tests run.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      '**/package-lock.json',
      '**/db/migrations/**',
      '**/kit/testing/{global-setup,template}.ts',
    ],
    // A test waits for the database or a timer often enough that two workers pay off even on a single core.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, databaseTests, bootTests, domTests],
          // They are pure: files that share their modules are twice as fast, and none leaves anything behind.
          isolate: false,
          // Some tests wait for sockets and timers: one more worker uses the processors meanwhile.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 2 },
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          // Each file has a DOM of its own in a process that loads jsdom once: half of the processor time of `forks`.
          pool: 'vmForks',
          // Testing Library cleans up after each test when it finds the globals.
          globals: true,
          setupFiles: ['apps/web/src/lib/testing/configure-testing-library.ts'],
          include: [domTests],
          exclude,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: [databaseTests],
          exclude,
          globalSetup: ['apps/server/src/kit/testing/global-setup.ts'],
          // Each worker imports the server once instead of once a file. Every file has its own database.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'boot',
          include: [bootTests],
          exclude,
          // As many as of the journeys, so that both run together: they wait for programs that start.
          maxWorkers: workersThatWait,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.journey.ts'],
          exclude,
          globalSetup: ['e2e/browser/prepare-demonstration.ts'],
          // Each worker imports the browser's driver once instead of once a file.
          isolate: false,
          maxWorkers: workersThatWait,
          // Projects that differ in the number of workers run one after the other.
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
