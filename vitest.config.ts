// Vitest configuration with one project for each kind of test, so that each kind can run separately.
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const databaseTests = '**/*.db.test.ts';
const bootTests = '**/*.boot.test.ts';
const domTests = 'apps/web/**/*.{dom.test.ts,test.tsx}';
/** Workers for tests that mostly wait for timers and the network: two more than cores, to use all cores fully. */
const workersThatWait = availableParallelism() + 2;
const exclude = [...configDefaults.exclude, '**/.cache/**', '**/.kerb/**', '**/artifacts/**'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    // `vitest --changed` follows imports. No test imports these files, but they affect every test.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      '**/package-lock.json',
      '**/db/migrations/**',
      '**/kit/testing/{global-setup,template}.ts',
    ],
    // At least two workers, because tests that wait for the database or a timer leave even a single core idle.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, databaseTests, bootTests, domTests],
          // Test files of one worker share imported JavaScript modules, which is twice as fast. Unit tests leave no state
          // behind.
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
          // Each file has its own DOM in a process that loads jsdom once, which halves the processor time of `forks`.
          pool: 'vmForks',
          // Testing Library cleans up after each test only if `afterEach` is a global function.
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
          // Test files of one worker share imported JavaScript modules, so that it imports the server only once. Every
          // file has its own database.
          isolate: false,
          // A worker waits for PostgreSQL a third of the time: one more uses the processors meanwhile.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 3 },
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
          // The same number as for the journeys, so that Vitest runs both projects together.
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
          // Test files of one worker share imported JavaScript modules, so that it imports the browser driver only
          // once.
          isolate: false,
          maxWorkers: workersThatWait,
          // Vitest runs projects with different numbers of workers in separate groups, which need an order.
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
