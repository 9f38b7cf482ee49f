// How the tests run: one project for each kind, so that each can be run alone and fails on its own.
import { configDefaults, defineConfig } from 'vitest/config';

const databaseTests = '**/*.db.test.ts';
const bootTests = '**/*.boot.test.ts';
const webTests = 'apps/web/**/*.test.{ts,tsx}';
const exclude = [...configDefaults.exclude, '**/.kerb/**', '**/artifacts/**'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Two workers suit the two cores that the suite is timed on; more cores do not change what is tested.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, databaseTests, bootTests, webTests],
          // They are pure: files that share their modules are twice as fast, and none leaves anything behind.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          // Testing Library cleans up after each test when it finds the globals.
          globals: true,
          include: [webTests],
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
          fileParallelism: false,
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
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
