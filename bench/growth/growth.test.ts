// Tests that the committed plots are drawn from the committed figures.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawCurve } from './draw-curve.ts';
import { PLOT_FOLDER, readCurves } from './growth-data.ts';

it.each([...readCurves()])('the plot of %s shows its figures', (name, curve) => {
  expect(readFileSync(join(PLOT_FOLDER, `${name}.svg`), 'utf8')).toBe(drawCurve(curve));
});

it('draws a curve with one line for Kerb, one for the limit, and their names', () => {
  const svg = drawCurve({
    title: 'Calls',
    loadUnit: 'callers',
    unit: 'ms',
    limitName: 'bare calls',
    points: [
      { load: 1, ours: 2, limit: 1 },
      { load: 10, ours: 4, limit: 1.5 },
    ],
  });
  for (const text of ['Kerb', 'bare calls', 'Calls', 'callers', '>4<', '>1.5<']) expect(svg).toContain(text);
});
