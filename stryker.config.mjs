// Mutation testing of packages/domain: `npm run mutation`. Stryker changes one expression at a time and runs the
// unit tests that reach it; a change that no test notices survives. See docs/testing.md.

export default {
  packageManager: 'npm',
  plugins: ['@stryker-mutator/vitest-runner', './tools/mutation/ignore-text.mjs'],
  // Excludes texts of errors; tools/mutation/ignore-text.mjs reports the reason for each.
  ignorers: ['text'],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts' },
  // Stryker works in a copy of the checkout; node_modules is linked into it.
  tempDirName: '.cache/stryker',
  ignorePatterns: ['apps', 'bench', 'data', 'docs', 'e2e', 'prove', 'dist', 'artifacts', '.kerb', '.git'],
  mutate: [
    'packages/domain/**/*.ts',
    '!packages/domain/**/*.test.ts',
    // Excludes data tables: countries with their dial codes, names of providers, the error catalogue.
    '!packages/domain/countries/countries.ts',
    '!packages/domain/payment/provider.ts',
    '!packages/domain/kernel/errors.ts',
  ],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 30_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'artifacts/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowEmpty: false,
  thresholds: { high: 95, low: 90, break: 90 },
};
