// Which files of a build import each other in a circle.
import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { filesInCycles } from './load-order-chunks.ts';

/** A bundle of chunks by file name, each with the files that it imports. */
function bundleOf(imports: Readonly<Record<string, readonly string[]>>): Rolldown.OutputBundle {
  return Object.fromEntries(
    Object.entries(imports).map(([file, imported]) => [file, { type: 'chunk', imports: [...imported] }]),
  ) as unknown as Rolldown.OutputBundle;
}

it('finds no cycle where files share what they import', () => {
  const bundle = bundleOf({ app: ['screens', 'base'], screens: ['base'], base: [] });
  expect(filesInCycles(bundle)).toEqual([]);
});

it('finds files that import each other, also through a third file', () => {
  const bundle = bundleOf({
    app: ['screens'],
    screens: ['shared'],
    shared: ['console'],
    console: ['screens'],
  });
  expect(filesInCycles(bundle)).toEqual(['screens', 'shared', 'console']);
});
