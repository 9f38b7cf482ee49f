// Vitest configuration with which Stryker runs the unit tests of packages/domain in Stryker's copy of the checkout.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));

export default defineConfig({
  root: packages,
  // Aliases are required because node_modules links a workspace to the original checkout, which is not mutated.
  resolve: {
    alias: [
      { find: /^@kerb\/(domain|contract|texts)\/(.+)$/, replacement: `${packages}/$1/$2/index.ts` },
      { find: /^@kerb\/(contract|texts|testing)$/, replacement: `${packages}/$1/index.ts` },
    ],
  },
  test: {
    include: ['domain/**/*.test.ts'],
    isolate: false,
    testTimeout: 20_000,
  },
});
