// Which files of a build import each other in a cycle.
import { expect, it } from 'vitest';
import { filesInCycles } from './check-chunks.ts';

it('finds no cycle where files share what they import', () => {
  expect(filesInCycles({ app: ['screens', 'base'], screens: ['base'], base: [] })).toEqual([]);
});

it('finds files that import each other, also through a third file', () => {
  const imports = { app: ['screens'], screens: ['shared'], shared: ['console'], console: ['screens'] };
  expect(filesInCycles(imports)).toEqual(['screens', 'shared', 'console']);
});
