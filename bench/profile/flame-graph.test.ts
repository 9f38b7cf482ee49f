// Tests of folding a profile into a tree of functions with their times, and of drawing the tree.
import { expect, it } from 'vitest';
import { drawFlameGraph } from './flame-graph.ts';
import { foldProfile } from './fold-profile.ts';

const frame = (functionName: string, url = '', lineNumber = -1) => ({ functionName, url, lineNumber });

/** main calls `read` from two places; the process waits half of the time. */
const profile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('main', 'file:///kerb/dist/main.js', 9), children: [4, 5] },
    { id: 4, callFrame: frame('read', 'file:///kerb/dist/main.js', 19) },
    { id: 5, callFrame: frame('read', 'file:///kerb/dist/main.js', 19) },
  ],
  samples: [2, 3, 4, 5],
  timeDeltas: [600, 100, 200, 300],
};

it('gives functions the time of their callees, and leaves out the idle time of the process', () => {
  const root = foldProfile(profile);
  expect(root.total).toBe(600);
  const main = root.children.get('main main.js:10');
  expect(main?.total).toBe(600);
  expect([...(main?.children.values() ?? [])]).toEqual([
    { name: 'read', place: 'main.js:20', total: 500, children: new Map() },
  ]);
});

it('draws a box for each function, with its share of the time', () => {
  const svg = drawFlameGraph(foldProfile(profile), 'Reads <all>');
  expect(svg).toContain('<title>read main.js:20 (83.3 %)</title>');
  expect(svg).toContain('Reads &lt;all&gt;');
  expect(svg.match(/<rect/g)).toHaveLength(4);
});
